import Foundation

/// A line of a report.
public struct Diagnosis: Sendable {
    public let check: String
    public let ok: Bool
    public let detail: String
    /// What to do; empty if nothing is.
    public let fix: String

    init(_ check: String, _ ok: Bool, _ detail: String, fix: String = "") {
        (self.check, self.ok, self.detail, self.fix) = (check, ok, detail, ok ? "" : fix)
    }
}

extension Diagnosis: CustomStringConvertible {
    public var description: String { "\(ok ? "ok" : "!!") \(check): \(detail)" + (ok ? "" : " -> \(fix)") }
}

extension Client {
    func diagnose() async -> [Diagnosis] {
        await server() + [storeLine()] + journalLines() + [sessionLine(), lastErrorLine()]
    }

    private func server() async -> [Diagnosis] {
        let reply: HTTPReply
        let sent = now
        do { reply = try await options.transport.reply(to: caller.request(Call("GET", "/v1/app"))) } catch {
            return [
                Diagnosis(
                    "host", false, "\(host.host ?? "no host") did not reply",
                    fix: "Check the network, the host's name and its certificate."),
                tls,
            ]
        }
        return [
            Diagnosis("host", true, "\(host.host ?? "") replied with \(reply.status)"), tls,
            clock(reply, sent),
        ]
            + app(reply)
    }

    private var tls: Diagnosis {
        let isLocal = ["127.0.0.1", "localhost", "::1"].contains(host.host ?? "")
        return Diagnosis(
            "tls", host.scheme == "https" || isLocal, host.scheme ?? "no scheme",
            fix: "Use an https host: iOS and Android refuse others.")
    }

    private func clock(_ reply: HTTPReply, _ sent: Date) -> Diagnosis {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        guard let date = reply.headers["date"].flatMap(format.date) else {
            return Diagnosis(
                "clock", false, "no Date in the reply", fix: "Let the proxy pass the field Date on.")
        }
        let seconds = Int(sent.timeIntervalSince(date).rounded())
        return Diagnosis(
            "clock", abs(seconds) <= 60,
            "\(abs(seconds)) s \(seconds < 0 ? "behind" : "ahead of") the server",
            fix: "Set the device's clock. Sessions and events work all the same.")
    }

    private func app(_ reply: HTTPReply) -> [Diagnosis] {
        guard reply.status == 200, let app = try? JSON(reply.body), !app["features"].isNull else {
            return [
                Diagnosis(
                    "app", false, "no Shipmate API at this address",
                    fix: "Check the host: it is the address before /v1.")
            ]
        }
        let version = Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String
        let least = app["least_version"]["ios"].text
        return [
            Diagnosis("app", true, app["name"].text ?? "no profile"),
            Diagnosis(
                "links", app["features"].list.contains { $0.text == "links" },
                app["link_domains"].list.compactMap(\.text).joined(separator: ", "),
                fix: "Set SHIPMATE_APP_PROFILE on the server."),
            Diagnosis(
                "least_version", Self.isCurrent(version, least: least),
                "\(version ?? "unknown"), least \(least ?? "any")",
                fix: "Ask the player to update the app."),
        ]
    }

    private static func isCurrent(_ version: String?, least: String?) -> Bool {
        guard let version, let least else { return true }
        return version.compare(least, options: .numeric) != .orderedAscending
    }

    private func storeLine() -> Diagnosis {
        do {
            switch try store.get(StoreKey.session) {
            case .present: return Diagnosis("store", true, "has a session")
            case .absent: return Diagnosis("store", true, "has no session")
            case .notReadableYet:
                return Diagnosis(
                    "store", false, "not readable yet", fix: "Unlock the device once after its start.")
            }
        } catch {
            return Diagnosis(
                "store", false, "\(ShipmateError(error))",
                fix: "Check the entitlement of the access group, the folder and the free space.")
        }
    }

    private func journalLines() async -> [Diagnosis] {
        do {
            let found = try await journal.summary()
            return [
                Diagnosis("journal", true, "\(found.events) events, \(found.bytes) bytes"),
                Diagnosis(
                    "torn", found.torn == 0, "\(found.torn) tails",
                    fix: "A crash or a full disk cut the last record. What was complete is kept."),
                Diagnosis(
                    "rejected", found.rejected == 0, "\(found.rejected) events",
                    fix: "Read events.rejected: each line has the problem's type."),
            ]
        } catch {
            return [
                Diagnosis(
                    "journal", false, "\(ShipmateError(error))", fix: "Check the folder and the free space.")
            ]
        }
    }

    private func sessionLine() -> Diagnosis {
        Diagnosis(
            "session", state == .cached || state == .confirmed, "\(state.rawValue) \(session?.uid ?? "")",
            fix: state == .signedOut ? "Show the sign-in." : "Call start().")
    }

    private func lastErrorLine() -> Diagnosis {
        Diagnosis(
            "last_error", lastError == nil, lastError ?? "none", fix: "See Errors.md for the type's remedy.")
    }
}
