import Foundation

extension User {
    init(_ json: JSON) throws {
        self.init(
            uid: try json.required("uid"), isAnonymous: json["is_anonymous"].flag, email: json["email"].text,
            emailVerified: json["email_verified"].flag, referralCode: try json.required("referral_code"),
            referredBy: json["referred_by"].text, level: json["level"].int ?? 0,
            highestLevel: json["highest_level"].int ?? 0)
    }
}

extension Reward {
    init(_ json: JSON) throws {
        self.init(
            id: try json.required("id"), rule: try json.required("rule"), role: json["role"].text ?? "",
            currency: try json.required("currency"), amount: json["amount"].int ?? 0,
            status: try json.required("status"), grantedAt: json["granted_at"].text ?? "",
            releaseAt: json["release_at"].text)
    }
}

extension Referrals {
    init(_ json: JSON) throws {
        let counts = json["counts"]
        self.init(
            counts: Counts(
                referred: counts["referred"].int ?? 0, signedUp: counts["signed_up"].int ?? 0,
                rewarded: counts["rewarded"].int ?? 0),
            referrals: try json["referrals"].list.map {
                Friend(
                    uid: try $0.required("uid"), signedUp: $0["signed_up"].flag,
                    highestLevel: $0["highest_level"].int ?? 0, rewarded: $0["rewarded"].flag)
            },
            nextCursor: json["next_cursor"].text)
    }
}

extension Invitation {
    /// Of the reply to a claim; `nil` for no match.
    init?(claim reply: JSON) {
        guard let match = reply["match"].text, match != "none" else { return nil }
        let (invitation, inviter) = (reply["invitation"], reply["invitation"]["inviter"])
        self.init(
            match: match, referralCode: invitation["referral_code"].text,
            inviter: inviter.isNull ? nil : Inviter(inviter), link: reply["link"]["link"].text)
    }

    /// As stored.
    init?(_ json: JSON) {
        guard let match = json["match"].text else { return nil }
        self.init(
            match: match, referralCode: json["referral_code"].text,
            inviter: json["inviter"].isNull ? nil : Inviter(json["inviter"]), link: json["link"].text)
    }

    var json: JSON {
        var members: [String: JSON] = ["match": .text(match)]
        members["referral_code"] = referralCode.map(JSON.text)
        members["link"] = link.map(JSON.text)
        members["inviter"] = inviter.map {
            JSON(members: ["full_name": $0.fullName, "short_name": $0.shortName, "image_url": $0.imageURL])
        }
        return .object(members)
    }
}

extension Invitation.Inviter {
    init(_ json: JSON) {
        self.init(
            fullName: json["full_name"].text, shortName: json["short_name"].text,
            imageURL: json["image_url"].text)
    }
}

extension Opening {
    init(_ json: JSON) {
        self.init(
            link: json["link"].text, linkClickID: json["link_click_id"].text,
            clipboard: json["clipboard"].text)
    }

    var members: [String: JSON] {
        var members: [String: JSON] = [:]
        members["link"] = link.map(JSON.text)
        members["link_click_id"] = linkClickID.map(JSON.text)
        members["clipboard"] = clipboard.map(JSON.text)
        return members
    }

    var json: JSON { .object(members) }
}

extension DeviceFacts {
    var json: JSON {
        var members: [String: JSON] = ["platform": .text(platform)]
        members["os_version"] = osVersion.map(JSON.text)
        members["model"] = model.map(JSON.text)
        members["language"] = language.map(JSON.text)
        members["timezone"] = timezone.map(JSON.text)
        members["screen"] = screen.map(JSON.text)
        members["scale"] = scale.map(JSON.real)
        return .object(members)
    }
}
