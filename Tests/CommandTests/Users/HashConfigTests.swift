import Testing

@testable import shipmate

@Suite struct HashConfigTests {
    private static let console = """
        hash_config {
          algorithm: SCRYPT,
          base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
          base64_salt_separator: Bw==,
          rounds: 8,
          mem_cost: 14,
        }
        """

    @Test func `reads what the console shows, and the same as JSON`() throws {
        let config = try HashConfig(Self.console)
        #expect(config.signerKey.count == 64 && config.separator == [7])
        #expect(config.rounds == 8 && config.memoryCost == 14)
        let key = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
        let json = """
            {"algorithm": "SCRYPT", "base64_signer_key": "\(key)", "base64_salt_separator": "Bw==", "rounds": 8,
             "mem_cost": 14}
            """
        #expect(try HashConfig(json) == config)
    }

    @Test(
        arguments: [
            ("SCRYPT", "HMAC_SHA256", "algorithm is HMAC_SHA256"), ("rounds: 8,", "", "rounds is missing"),
            ("rounds: 8", "rounds: many", "rounds is not a number"),
            ("mem_cost: 14", "mem_cost: 16", "need more than 32 MiB"),
            ("rounds: 8", "rounds: 0", "are invalid for scrypt"),
            ("Bw==", "?", "base64_salt_separator is not base64"),
            ("base64_signer_key", "key", "base64_signer_key is missing"),
        ])
    func `says what is wrong`(old: String, new: String, words: String) {
        let text = Self.console.replacing(old, with: new)
        let mistake = #expect(throws: HashConfig.Mistake.self) { try HashConfig(text) }
        #expect(mistake?.description.contains(words) == true, "\(mistake?.description ?? "")")
    }
}
