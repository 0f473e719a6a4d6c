package import HTTP
internal import JSON

/// All kinds of problems that the service may answer, in the order of their statuses.
extension ProblemType {
    package static let all: [ProblemType] = (generic + users + proofs + identities + money + rules + links)
        .sorted {
            ($0.status, $0.slug) < ($1.status, $1.slug)
        }

    package static func named(_ slug: String) -> ProblemType? { all.first { $0.slug == slug } }

    private static let users =
        [
            unknownReferrer, selfReferral, referralAlreadySet, referralWindowClosed, invalidCredentials,
            credentialAlreadyLinked, emailAlreadyInUse, externalIDAlreadyInUse, eventIDReused, blocked,
            noEmail,
            mailLinkGone, mailOff,
        ] + merging

    static let noEmail = ProblemType(
        409, "no-email", "This user has no e-mail.",
        meaning: "The user is anonymous; what was asked for needs an e-mail and a password.",
        remedy: "Link an e-mail first: `PUT /v1/users/me/credential`.")

    static let mailLinkGone = ProblemType(
        410, "mail-link-gone", "The link is no longer good.",
        meaning: "The link of a mail was used, is too old, was replaced by a newer one, or never was.",
        remedy: "Ask for another mail, and follow the link in the newest.")

    static let mailOff = ProblemType(
        404, "mail-off", "No mails are sent here.",
        meaning: "The service has no mail server.",
        remedy:
            "Whoever runs the service sets `SHIPMATE_SMTP_URL`, `SHIPMATE_MAIL_FROM` and `SHIPMATE_PUBLIC_URL`."
    )

    static let unknownReferrer = ProblemType(
        422, "unknown-referrer", "No user has this uid or referral code.",
        meaning: "`referred_by` has the form of a uid or a referral code, and there is no user by it.",
        remedy: """
            Let the player look at the code again: it has ten characters, and none of them is an I, L, O or U. The \
            player can go on without a referrer.
            """)

    static let selfReferral = ProblemType(
        422, "self-referral", "Nobody can refer themselves.",
        meaning: "The uid or the referral code is the caller's own.",
        remedy: "Ask the player for the code of whoever sent the invite, or go on without.")

    static let referralAlreadySet = ProblemType(
        409, "referral-already-set", "Another referrer was recorded before.",
        meaning: "A user's referrer is recorded once and never changes; this user has another one.",
        remedy: """
            Nothing, where the first is right: `GET /v1/users/me` shows it as `referred_by`. Sending that one again is \
            no mistake.
            """)

    static let referralWindowClosed = ProblemType(
        409, "referral-window-closed", "A referrer can be recorded only before sign-up.",
        meaning: "The user has linked an e-mail without a referrer; from then on none can be recorded.",
        remedy:
            "Record the referrer while the user is anonymous: on the first start, or before linking an e-mail."
    )

    static let invalidCredentials = ProblemType(
        401, "invalid-credentials", "The e-mail or the password is wrong.",
        meaning: "No account has this e-mail with this password. Which of the two is wrong is not told.",
        remedy: """
            Let the player type both again. Too many attempts for one e-mail or from one address are refused for a \
            while, right ones too.
            """)

    static let blocked = ProblemType(
        403, "blocked", "The user is blocked.",
        meaning: "An administrator has blocked the user: its tokens are refused, and it is paid nothing.",
        remedy: "Tell the player whom to write to. An administrator can lift it.")

    static let credentialAlreadyLinked = ProblemType(
        409, "credential-already-linked", "This user has another credential.",
        meaning: "The user is an account already, with another e-mail or another password.",
        remedy: "Sign in with the first one, and change either then.")

    static let emailAlreadyInUse = ProblemType(
        409, "email-already-in-use", "Another account has this e-mail.",
        meaning:
            "The e-mail belongs to another account. Nothing has changed: the anonymous user and its session stay.",
        remedy: """
            Offer to sign in with that e-mail and `merge`, which makes the anonymous player that account; or ask for \
            another e-mail.
            """)

    static let externalIDAlreadyInUse = ProblemType(
        409, "external-id-already-in-use", "Another user has this external id.",
        meaning: "An external id names one user. Nothing has changed.",
        remedy: """
            `uid` says who has it: where that is the player who is meant, everything is done already. Else give the \
            other user another id first, or take it away by `DELETE`.
            """)

    static let eventIDReused = ProblemType(
        422, "event-id-reused", "This event id was used for another event.",
        meaning:
            "The user has an event by this id with another content. That one stands; this one was not recorded.",
        remedy: """
            Make a new random id for each thing that happens, and use it again only to send the very same event.
            """)

    private static let money = [
        postingIDReused, insufficientBalance, unknownCurrency, rewardAlreadySettled, rewardNotPaid,
        redemptionAlreadySettled,
    ]

    static let postingIDReused = ProblemType(
        422, "entry-id-reused", "This id was used for another entry.",
        meaning: "The user has a ledger entry by this id with another amount, currency, reason or kind.",
        remedy: "Make a new id for each purchase or correction; use it again only to send the very same one.")

    static let insufficientBalance = ProblemType(
        409, "insufficient-balance", "The balance is too small.",
        meaning: "What should be taken is more than there is; nothing was taken.",
        remedy: "`balance` says how much there is. Ask for that much at most.")

    static let unknownCurrency = ProblemType(
        422, "unknown-currency", "No such currency is in use.",
        meaning: "The currency was never declared, or it is archived; nothing was moved.",
        remedy: """
            `nearest` is the name that is most like it. A new currency is declared by an administrator, \
            `PUT /v1/admin/currencies/{name}`.
            """)

    static let rewardAlreadySettled = ProblemType(
        409, "reward-already-settled", "The reward is not held, and stays as it is.",
        meaning:
            "Only a held reward can be released or voided; somebody has decided on this one, or it never was held.",
        remedy:
            "`reward_status` says what it is. A paid reward can be taken back by `reverse`."
    )

    static let rewardNotPaid = ProblemType(
        409, "reward-not-paid", "Only a paid reward can be taken back.",
        meaning: "The reward was never paid: it is held, or void.",
        remedy: "`reward_status` says which. A held reward can be voided.")

    static let redemptionAlreadySettled = ProblemType(
        409, "redemption-already-settled", "Something else became of the redemption.",
        meaning:
            "What is kept can't be cancelled, and what was given back is neither kept nor given back again.",
        remedy: """
            `redemption_state` says what became of it: `captured`, `cancelled`, `expired` or `refunded`. One that was \
            captured can be refunded; one whose time was up is redeemed anew, with another id.
            """)

    private static let rules = [
        ruleNameInUse, ruleStateConflict, tooManyRules, preconditionFailed, preconditionRequired,
        jobUnderWay,
    ]

    static let ruleNameInUse = ProblemType(
        409, "rule-name-in-use", "There is, or was, a rule of this name.",
        meaning: "Rewards and decisions name their rule for good, so that a name is never used again.",
        remedy: "Take another name, or change the rule that has this one by `PUT`.")

    static let ruleStateConflict = ProblemType(
        409, "rule-state", "The rule can't become that.",
        meaning: """
            A draft or a paused rule is put into force, one in force is paused, and what is archived stays so. A rule \
            that is written in Swift is none of it.
            """,
        remedy: "`rule_state` says what it is. Make a new rule where an archived one is wanted back.")

    static let tooManyRules = ProblemType(
        409, "too-many-rules", "There are as many rules as there may be.",
        meaning: "An installation has 200 rules at most, archived ones not counted, and 50 of them in force.",
        remedy:
            "`limit` says which of the two. Pause one of those in force, or archive one that is no longer needed."
    )

    static let jobUnderWay = ProblemType(
        409, "trial-under-way", "A trial or a backfill is under way.",
        meaning: "Each goes through all players, so that there is one at a time; nothing was begun.",
        remedy: "`trial` names it: wait until `GET /v1/admin/trials/{id}` says that it is done.")

    static let preconditionFailed = ProblemType(
        412, "precondition-failed", "Somebody was faster.",
        meaning: "What `If-Match` names is not what is there now; nothing was changed.",
        remedy: "Read it again, look at what has changed, and send the change with the new `ETag`.")

    static let preconditionRequired = ProblemType(
        428, "precondition-required", "If-Match is needed.",
        meaning: "Two who change the same at once would undo each other's work without seeing it.",
        remedy: "Send `If-Match` with the `ETag` that came with what you have read.")

    private static let links = [linksOff, invitesOff, linkNotAllowed, aliasInUse, clickNotFound]

    static let linksOff = ProblemType(
        404, "links-off", "Links are off here.",
        meaning: "The service has no app profile, on which links stand.",
        remedy: "Whoever runs the service sets `SHIPMATE_APP_PROFILE` to the file that describes the app.")

    static let invitesOff = ProblemType(
        404, "invites-off", "The app has no invite link.",
        meaning: "The app's profile doesn't say where an invite leads.",
        remedy: "Whoever runs the service sets `invite_link` in the file that `SHIPMATE_APP_PROFILE` names.")

    static let linkNotAllowed = ProblemType(
        400, "link-not-allowed", "A link leads where the app's links may not lead.",
        meaning: """
            One of the addresses in the link fits no `allowed_patterns` of the app's profile: else anybody could make \
            links of the app's that lead elsewhere.
            """,
        remedy: "`errors` names each address. Change it, or add a pattern to the profile.")

    static let aliasInUse = ProblemType(
        409, "alias-already-in-use", "Another link has this alias.",
        meaning: "There is a link by this name that leads elsewhere. It stays as it is.",
        remedy: "Take another alias, or none: the service makes one up.")

    static let clickNotFound = ProblemType(
        404, "click-not-found", "No click on a link has this id.",
        meaning: "`link_click_id` names no click: it is mistyped, or so old that it was removed.",
        remedy: "Send the id that a claim or the opened URL brought, unchanged, and soon after.")
}
