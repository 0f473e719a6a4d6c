package import HTTP
internal import JSON

/// All kinds of problems that the service may answer, in the order of their statuses.
extension ProblemType {
    package static let all: [ProblemType] =
        (generic + users + proofs + installs + identities + money + rules + links + delivery + approvals)
        .sorted {
            ($0.status, $0.slug) < ($1.status, $1.slug)
        }

    package static func named(_ slug: String) -> ProblemType? { all.first { $0.slug == slug } }

    private static let users =
        [
            unknownReferrer, selfReferral, referralRing, referralAlreadySet, referralWindowClosed,
            referralRejected, invalidCredentials, credentialAlreadyLinked, emailAlreadyInUse,
            externalIDAlreadyInUse,
            eventIDReused, blocked, noEmail, mailLinkGone, mailOff,
        ] + merging

    static let noEmail = ProblemType(
        409, "no-email", "This user has no e-mail.",
        meaning: "The user is anonymous, and the call needs an e-mail and a password.",
        remedy: "Link an e-mail first: `PUT /v1/users/me/credential`.")

    static let mailLinkGone = ProblemType(
        410, "mail-link-gone", "The link is no longer valid.",
        meaning: "The mailed link was used, has expired, was replaced by a newer one, or is unknown.",
        remedy: "Request another mail, and follow its link.")

    static let mailOff = ProblemType(
        404, "mail-off", "Mail is off.",
        meaning: "The service has no mail server.",
        remedy:
            "The operator sets `SHIPMATE_SMTP_URL`, `SHIPMATE_MAIL_FROM` and `SHIPMATE_PUBLIC_URL`."
    )

    static let unknownReferrer = ProblemType(
        422, "unknown-referrer", "No user has this uid or referral code.",
        meaning: "`referred_by` has the form of a uid or a referral code, but no user has it.",
        remedy: """
            Let the player check the code: it has ten characters, without the letters I, L, O and U. The \
            player can continue without a referrer.
            """)

    static let selfReferral = ProblemType(
        422, "self-referral", "Users can't refer themselves.",
        meaning: "The uid or the referral code is the caller's own.",
        remedy:
            "Ask the player for the code of the friend who sent the invite, or continue without a referrer.")

    static let referralRing = ProblemType(
        422, "referral-ring", "The referrer was brought by the user.",
        meaning: """
            The user has referred the named referrer, directly or over up to eight users. Users can't be \
            friends of their own friends.
            """,
        remedy: "Continue without a referrer, or ask for the code of the friend who sent the invite first.")

    static let referralAlreadySet = ProblemType(
        409, "referral-already-set", "Another referrer is already recorded.",
        meaning: "A user's referrer is recorded once and never changes. This user has another referrer.",
        remedy: """
            If the recorded referrer is correct, do nothing: `GET /v1/users/me` shows it as `referred_by`. \
            Repeating the call with that referrer is safe.
            """)

    static let referralWindowClosed = ProblemType(
        409, "referral-window-closed", "A referrer can be recorded only before sign-up.",
        meaning: "The user has linked an e-mail without a referrer, so none can be recorded any more.",
        remedy:
            "Record the referrer while the user is anonymous: on the first start, or before linking an e-mail."
    )

    static let referralRejected = ProblemType(
        409, "referral-rejected", "The claim's receipt is not accepted.",
        meaning: """
            `reason` says why: `receipt_used` if another user has used it, `receipt_expired` after 7 days, \
            `receipt_invalid` if it is altered or another installation's. Nothing was recorded.
            """,
        remedy: "Continue without a referrer, or let the player type the friend's code.")

    static let invalidCredentials = ProblemType(
        401, "invalid-credentials", "The e-mail or the password is wrong.",
        meaning:
            "No account has this e-mail with this password. The reply doesn't show which of the two is wrong.",
        remedy: """
            Let the player type both again. After too many attempts for one e-mail or from one address, \
            further ones are refused for a while, even correct ones.
            """)

    static let blocked = ProblemType(
        403, "blocked", "The user is blocked.",
        meaning: "An administrator has blocked the user: its tokens are refused, and it gets no rewards.",
        remedy: "Show the player how to contact your support. An administrator can unblock the user.")

    static let credentialAlreadyLinked = ProblemType(
        409, "credential-already-linked", "This user has another credential.",
        meaning: "The user is an account already, with another e-mail or another password.",
        remedy: "Sign in with the existing credential, and change the e-mail or the password afterwards.")

    static let emailAlreadyInUse = ProblemType(
        409, "email-already-in-use", "Another account has this e-mail.",
        meaning:
            "The e-mail belongs to another account. Nothing has changed: the anonymous user and its session stay.",
        remedy: """
            Offer to sign in with that e-mail and `merge`, which merges the anonymous player into that \
            account. Or ask for another e-mail.
            """)

    static let externalIDAlreadyInUse = ProblemType(
        409, "external-id-already-in-use", "Another user has this external id.",
        meaning: "An external id belongs to one user. Nothing has changed.",
        remedy: """
            `uid` is the user with this external id. If that is the right player, nothing is left to do. \
            Otherwise change the other user's external id first, or remove it with `DELETE`.
            """)

    static let eventIDReused = ProblemType(
        422, "event-id-reused", "This event id is already used for another event.",
        meaning:
            """
            The user has an event with this id and different content. The first event is unchanged, and this \
            one was not recorded.
            """,
        remedy: "Create a random id for each event, and repeat the id only with the same event.")

    private static let money = [
        postingIDReused, insufficientBalance, balanceFull, unknownCurrency, rewardAlreadySettled,
        rewardNotPaid,
        redemptionAlreadySettled,
    ]

    static let postingIDReused = ProblemType(
        422, "entry-id-reused", "This id is already used for another entry.",
        meaning: "The user has a ledger entry with this id and another amount, currency, reason or kind.",
        remedy: "Create a new id for each purchase or correction, and repeat it only with the same call.")

    static let insufficientBalance = ProblemType(
        409, "insufficient-balance", "The balance is too small.",
        meaning: "The amount is more than the balance. Nothing was taken.",
        remedy: "`balance` is the current balance. Ask for at most that amount.")

    static let balanceFull = ProblemType(
        409, "balance-full", "The balance has no room.",
        meaning: "The balance would pass 9,223,372,036,854,775,807. Nothing was booked.",
        remedy: "Lower the balance with an adjustment first, then repeat the call.")

    static let unknownCurrency = ProblemType(
        422, "unknown-currency", "The currency is not in use.",
        meaning: "The currency was never declared, or it is archived. Nothing was booked.",
        remedy: """
            `nearest` is the most similar name. An administrator declares a currency with `PUT \
            /v1/admin/currencies/{name}`.
            """)

    static let rewardAlreadySettled = ProblemType(
        409, "reward-already-settled", "The reward is not held.",
        meaning:
            """
            Only a held reward can be released or voided. This one was never held, or an administrator has \
            already decided on it.
            """,
        remedy:
            "`reward_status` is its status. A paid reward can be reversed with `reverse`."
    )

    static let rewardNotPaid = ProblemType(
        409, "reward-not-paid", "Only a paid reward can be reversed.",
        meaning: "The reward was never paid: it is held, or void.",
        remedy: "`reward_status` is its status. A held reward can be voided.")

    static let redemptionAlreadySettled = ProblemType(
        409, "redemption-already-settled", "The redemption is already settled.",
        meaning:
            """
            A captured redemption can't be cancelled. A cancelled, expired or refunded one can be neither \
            captured nor refunded again.
            """,
        remedy: """
            `redemption_state` is its state: `captured`, `cancelled`, `expired` or `refunded`. A captured \
            redemption can be refunded. For an expired one, redeem again with a new id.
            """)

    private static let rules = [
        ruleNameInUse, ruleStateConflict, tooManyRules, preconditionFailed, preconditionRequired,
        jobUnderWay,
    ]

    static let ruleNameInUse = ProblemType(
        409, "rule-name-in-use", "The name is already used by a rule, or was.",
        meaning: "Rewards and decisions keep their rule's name, so a name is never used again.",
        remedy: "Choose another name, or change the existing rule with `PUT`.")

    static let ruleStateConflict = ProblemType(
        409, "rule-state", "The rule can't move to that state.",
        meaning: """
            A draft or a paused rule can be activated, an active one can be paused, and an archived one \
            can't change. The state of a rule written in Swift can't be changed.
            """,
        remedy: "`rule_state` is the rule's state. Create a new rule to replace an archived one.")

    static let tooManyRules = ProblemType(
        409, "too-many-rules", "The rule limit is reached.",
        meaning:
            "An installation has at most 200 rules without the archived ones, and at most 50 active ones.",
        remedy:
            "`limit` is the limit that was reached. Pause an active rule, or archive one that you no longer need."
    )

    static let jobUnderWay = ProblemType(
        409, "trial-under-way", "A trial or a backfill is running.",
        meaning: "Only one runs at a time, because each reads all players. Nothing was started.",
        remedy: "`trial` is its id. Wait until `GET /v1/admin/trials/{id}` reports it as done.")

    static let preconditionFailed = ProblemType(
        412, "precondition-failed", "The resource has changed since you read it.",
        meaning: "`If-Match` doesn't match the current version. Nothing was changed.",
        remedy: "Read it again, check the changes, and send your change with the new `ETag`.")

    static let preconditionRequired = ProblemType(
        428, "precondition-required", "If-Match is required.",
        meaning: "Without it, two concurrent changes could overwrite each other.",
        remedy: "Send `If-Match` with the `ETag` of the version that you read.")

    private static let links = [linksOff, invitesOff, linkNotAllowed, aliasInUse, clickNotFound]

    static let linksOff = ProblemType(
        404, "links-off", "Links are off.",
        meaning: "The service has no app profile, which links need.",
        remedy: "The operator sets `SHIPMATE_APP_PROFILE` to the file that describes the app.")

    static let invitesOff = ProblemType(
        404, "invites-off", "The app has no invite link.",
        meaning: "The app's profile has no `invite_link`.",
        remedy: "The operator sets `invite_link` in the file that `SHIPMATE_APP_PROFILE` names.")

    static let linkNotAllowed = ProblemType(
        400, "link-not-allowed", "The link has a URL that is not allowed.",
        meaning: """
            A URL in the link matches none of the profile's `allowed_patterns`. The patterns prevent \
            strangers from making the app's links lead to other sites.
            """,
        remedy: "`errors` lists each URL. Change it, or add a pattern to the profile.")

    static let aliasInUse = ProblemType(
        409, "alias-already-in-use", "Another link has this alias.",
        meaning: "Another link with different content has this alias. It is unchanged.",
        remedy: "Choose another alias, or omit it to get a generated code.")

    static let clickNotFound = ProblemType(
        404, "click-not-found", "No click on a link has this id.",
        meaning: "`link_click_id` is mistyped, or the click is so old that it was deleted.",
        remedy: "Send the id from a claim or the opened URL unchanged, and soon after it.")
}
