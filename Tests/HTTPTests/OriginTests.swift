import Testing

@testable import HTTP

struct OriginTests {
    @Test(arguments: [
        "https://game.example", "http://localhost:5173", "http://127.0.0.1:8080", "http://[::1]:3000",
        "https://[2001:db8::1]", "capacitor://localhost", "ionic://localhost",
        "https://xn--bcher-kva.example",
        "https://game.example:8443", "http://game.example:443", "https://under_score.example",
    ]) func `takes an origin as browsers write it`(_ text: String) {
        #expect(Origin(text)?.text == text)
    }

    @Test(arguments: [
        "", "*", "null", "game.example", "https://", "https:game.example", "https://game.example/",
        "https://game.example/play", "https://Game.example", "HTTPS://game.example", "https://*.game.example",
        "https://game.example:443", "http://game.example:80", "https://game.example:",
        "https://game.example:0",
        "https://game.example:65536", "https://game.example:08443", "https://user@game.example",
        "https://game.example?x", "https://bücher.example", "https://[::1", "https://[]", "https://a b",
        "://game.example", "https://game.example\r\nX: y", "file://",
    ]) func `refuses what no browser would send, and what is everybody`(_ text: String) {
        #expect(Origin(text) == nil)
    }
}
