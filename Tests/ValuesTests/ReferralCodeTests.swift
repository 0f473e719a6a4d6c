import Testing
import Values

@Suite struct ReferralCodeTests {
    @Test(
        arguments: [
            ("0123456789", "0123456789"),
            ("ABCDEFGHJK", "ABCDEFGHJK"),
            ("MNPQRSTVWX", "MNPQRSTVWX"),
            ("yz00000000", "YZ00000000"),
            ("oOiIlL0011", "0011110011"),
        ])
    func `is read as Crockford asks`(text: String, code: String) {
        #expect(ReferralCode(text)?.description == code)
    }

    @Test(
        arguments: [
            "N75DFYVTPE ", " N75DFYVTPE", "N75DF-YVTPE", "n75df yvtpe", "N75\u{A0}DFY\u{202F}VTPE",
            "N75DFYVTPE\r\n",
            "N75_DFY_VTPE", "N75DF\u{2011}YVTPE", "N75DF\u{2013}YVTPE", "N75\u{AD}DFYVTPE",
            "\u{FEFF}N75DFYVTPE",
            "N75DF\u{200B}YVTPE", "N75DFY\u{2060}VTPE\u{200E}", "Ｎ７５ＤＦＹＶＴＰＥ", "\u{1D40D}75DFYVTPE",
            "N\u{2466}5DFYVTPE", "N\u{2077}5DFYVTPE", "N75DFYV\u{1D57}PE", "\tN75DFYVTPE\u{2028}",
            "N75\u{3000}DFYVTPE", "N75DF\u{FF0D}YVTPE",
        ])
    func `forgives what typing and pasting add`(text: String) {
        #expect(ReferralCode(text)?.description == "N75DFYVTPE")
        #expect(ReferralCode.written(text) == nil)
    }

    @Test(
        arguments: [
            ("ıil0O00000", "1110000000"), ("\u{24B6}\u{24D1}00000000", "AB00000000"),
            ("ﬁ00000000", "F100000000"), ("Ⅳ00000000", "1V00000000"), ("ß00000000", "SS00000000"),
        ])
    func `look-alikes count as letters`(text: String, code: String) {
        #expect(ReferralCode(text)?.description == code)
    }

    @Test(
        arguments: [
            "", "012345678", "01234567890", "012345678U", "012345678u", "012345678é", "012345678e\u{301}",
            "01234.5678", "01234/56789", "012345678\u{416}", " - ", String(repeating: "-", count: 200),
            "0123456789" + String(repeating: " ", count: 100),
        ])
    func `refuses what is none`(text: String) {
        #expect(ReferralCode(text) == nil)
    }

    @Test func `a code as it is written is as before`() {
        #expect(ReferralCode.written("n75dfyvtpe")?.description == "N75DFYVTPE")
        #expect(TypedCode.comparisonForm(" Sum-mer_26 ") == "SUMMER26")
        #expect(TypedCode.comparisonForm("lOI") == "101" && TypedCode.comparisonForm("") == "")
        #expect(TypedCode.comparisonForm("a.b") == nil)
    }
}
