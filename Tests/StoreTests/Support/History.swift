import FoundationEssentials
import Referrals
import TestSupport
import Values

/// Values that tests name by a small number.
enum Sample {
    /// With microseconds, which must survive.
    static let now = Timestamp(microsecondsSince1970: 1_760_000_000_123_456)

    static func id(_ number: Int) -> UUID {
        let digits = String(number, radix: 16)
        let tail = String(repeating: "0", count: 12 - digits.count) + digits
        return UUID(uuidString: "00000000-0000-7000-8000-\(tail)")!
    }

    static func uid(_ number: Int) -> UserID {
        UserID(id(number))
    }

    static func code(_ number: Int) -> ReferralCode {
        let digits = String(number)
        return ReferralCode(String(repeating: "0", count: 10 - digits.count) + digits)!
    }

    static func user(_ number: Int, _ referral: Referral = .none) -> User {
        User(uid: uid(number), referralCode: code(number), referral: referral, createdAt: now)
    }

    static func account(_ number: Int) -> Account {
        Account(uid: uid(number), currency: .piecesOfEight)
    }
}

extension TestDatabase {
    /// A user with one row in every table of history.
    func writeHistory() throws {
        let uid = "'\(Sample.uid(1))'"
        try psql(
            """
            INSERT INTO users (uid, referral_code, created_at) VALUES (\(uid), '0000000001', now());
            INSERT INTO events (uid, id, type, level, received_at, user_level, user_highest_level, decisions)
                VALUES (\(uid), \(uid), 'level_reached', 5, now(), 5, 5, '{}');
            INSERT INTO rewards VALUES
                (\(uid), \(uid), 'signup', \(uid), 'referee', 'pieces_of_eight', 50, 'paid', 'why', now());
            INSERT INTO balances VALUES (\(uid), 'pieces_of_eight', 50, 1);
            INSERT INTO ledger_entries VALUES
                (\(uid), \(uid), 'pieces_of_eight', 1, 'grant', 50, 50, 'signup', \(uid), 'why', now());
            INSERT INTO audit_entries VALUES (\(uid), 'actor', 'action', \(uid), 'detail', now());
            """)
    }

    /// What PostgreSQL says to a statement that it refuses; nil when it doesn't.
    func refusal(of sql: String, asService: Bool) -> String? {
        do {
            try psql((asService ? "SET ROLE shipmate_service;\n" : "") + sql)
            return nil
        } catch {
            return String(describing: error)
        }
    }
}
