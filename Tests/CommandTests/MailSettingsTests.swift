import Testing
import WebClient

@testable import shipmate

/// How the environment says where mails go.
struct MailSettingsTests {
    @Test func `reads a mail server's URL`() throws {
        let login = MailServer.Login(user: "ship@example.com", password: "a:b/c@d?")
        for (url, server) in [
            (
                "smtps://mail.example.com",
                MailServer(host: "mail.example.com", port: 465, security: .tls, login: nil)
            ),
            (
                "smtp://mail.example.com/",
                MailServer(host: "mail.example.com", port: 587, security: .startTLS, login: nil)
            ),
            (
                "smtps://ship%40example.com:a:b%2Fc@d%3f@mail.example.com:2465",
                MailServer(host: "mail.example.com", port: 2465, security: .tls, login: login)
            ),
            (
                "smtp://127.0.0.1:25?tls=off",
                MailServer(host: "127.0.0.1", port: 25, security: .none, login: nil)
            ),
            ("smtp://[::1]:25?tls=off", MailServer(host: "::1", port: 25, security: .none, login: nil)),
        ] {
            #expect(MailServer(url: url) == server, "\(url)")
        }
        #expect(MailServer(url: "smtp://localhost?ca=/etc/mail%20ca.pem")?.trust == .file("/etc/mail ca.pem"))
    }

    @Test(
        arguments: [
            "mail.example.com", "http://mail.example.com", "smtp://", "smtp://host:0", "smtp://host:65536",
            "smtp://host:x",
            "smtp://host/path", "smtp://user@host", "smtp://mail.example.com?tls=off",
            "smtps://127.0.0.1?tls=off",
            "smtp://host?tls=on", "smtp://host?x=y", "smtp://:p@host", "smtp://u:%zz@host",
        ])
    func `refuses what is no mail server's URL, and shows no password`(url: String) throws {
        let mistakes = #expect(throws: ConfigurationMistakes.self) {
            _ = try Configuration(environment: ["SHIPMATE_SMTP_URL": url])
        }
        let all = try #require(mistakes?.all)
        #expect(all.contains { $0.name == "SHIPMATE_SMTP_URL" && !$0.description.contains("%zz") })
    }

    @Test func `a mail server alone is not enough, and nothing shows its password`() throws {
        let url = "smtps://ship:s3cret@mail.example.com"
        let mistakes = #expect(throws: ConfigurationMistakes.self) {
            _ = try Configuration(environment: ["SHIPMATE_SMTP_URL": url])
        }
        #expect(mistakes?.all.map(\.name) == ["SHIPMATE_MAIL_FROM", "SHIPMATE_PUBLIC_URL"])
        let configuration = try Configuration(environment: [
            "SHIPMATE_SMTP_URL": url, "SHIPMATE_MAIL_FROM": "ship@example.com",
            "SHIPMATE_PUBLIC_URL": "https://api.example.com/",
        ])
        #expect(configuration.mail.publicURL == "https://api.example.com")
        #expect(!configuration.description.contains("s3cret"))
        #expect(configuration.description.contains("mail.example.com:465"))
    }

    @Test(arguments: ["api.example.com", "ftp://api.example.com", "https://api.example.com?x", "https://a b"])
    func `links start with a URL`(url: String) {
        #expect(throws: ConfigurationMistakes.self) {
            _ = try Configuration(environment: ["SHIPMATE_PUBLIC_URL": url])
        }
    }
}
