/// Words that should go from the code. A number may only fall; a module that isn't here has none.
enum WordCounts {
    /// Each with the modules where it has its one meaning: an *outcome* is a rule's, and a redemption is
    /// *settled*.
    static let ambiguous: [String: Set<String>] = [
        "place": [], "places": [], "placed": [], "turn": [], "turns": [], "standing": [], "standings": [],
        "settle": ["API", "Rewards"], "settles": ["API", "Rewards"], "settled": ["API", "Rewards"],
        "settling": ["API", "Rewards"],
        "outcome": ["API", "Referrals", "Reporting", "Rewards", "Store"],
        "outcomes": ["API", "Referrals", "Reporting", "Rewards", "Store"],
    ]

    /// In comments, names and texts. Those that are left are names of fields and columns, and public texts.
    static let ambiguousCounts = [
        "API": 22, "HTTP": 1, "Ledger": 1, "Pages": 2, "Rewards": 1, "Service": 1, "Store": 29, "shipmate": 1,
    ]

    /// Names that better ones have replaced.
    static let former: Set = [
        "AddBroughtDays", "AddBroughtRanks", "AsideQueue", "AskAnswers", "AskKey", "BatchPatience",
        "Bell", "BellTests", "BlockedCommandTests", "BlockedUsers", "BlockedUsersTests", "BroughtOnDay",
        "BroughtProgress", "BroughtSum", "BudgetShare", "CallFailure", "CarryPlaces", "Circumstances",
        "CloseCounting", "CloseTurn", "CountingTurn", "DeleteBroughtDay", "DeleteBroughtDays",
        "DeleteMarks", "DeleteMarksBrought", "DeleteSpentMarks", "DeleteUserStanding", "DeletionService",
        "EndDuty", "EnterCounting", "EnterTurn", "EraseMarks", "EraseStandingReason", "EvenTime",
        "EvenTimeTests", "FindBroughtDays", "FindBroughtLately", "FindBroughtProgress",
        "FindBroughtSums", "FindBroughtUsers", "FindMarks", "FindMarksBrought", "FindMergesToBringOver",
        "HeldBudgets", "HostTurn", "HurryClosing", "InsertAsks", "JobTurn", "KeepDuty", "KeepJob",
        "KeepMarks", "KeptPlace", "KeyPage", "KeyShelf", "KeyStore", "LeavingConfiguration",
        "LeavingError", "LeavingRig", "LeavingService", "LeavingState", "LeavingTests", "LeavingView",
        "LeavingWish", "LedgerDuty", "ListBroughtDay", "ListUserStandings", "ListUsersOfStanding",
        "LockBroughtProgress", "LockBudgetShares", "LockPlaces", "LockUserStanding", "MailAsks",
        "MailOrder", "MarkMaker", "NoPlace", "OtherThreads", "OwnAddresses", "OwnAudit", "OwnBalances",
        "OwnBroughtDays", "OwnBroughtSums", "OwnColumn", "OwnCredential", "OwnEntries", "OwnErasure",
        "OwnEvents", "OwnFormerPassword", "OwnIdentities", "OwnLinks", "OwnMailTokens", "OwnMails",
        "OwnMarks", "OwnMerge", "OwnMergedUsers", "OwnPage", "OwnPastEmails", "OwnPlaceView",
        "OwnProfile", "OwnRecovery", "OwnReferees", "OwnReferralCounts", "OwnReservations",
        "OwnRewardPlaces", "OwnRewards", "OwnRow", "OwnRows", "OwnRowsPlanTests", "OwnSessions",
        "OwnTableRows", "OwnTables", "OwnUnlinkedIdentities", "OwnUsedProofs", "PersonalFileService",
        "PersonalFileTests", "Pot", "ProgrammeTurn", "Purse", "RecentlyBrought", "RecentlyBroughtTests",
        "RedemptionChanger", "RedemptionDesk", "RepeatWatch", "RepeatWatchTests", "RewardPlaces",
        "RewardPlacesTests", "RuleChangeTurnTests", "RuleShelf", "SetBroughtOver", "SetBroughtProgress",
        "SetBroughtSums", "SetBudgetShares", "SetPlaces", "SetStanding", "SetUserStanding",
        "ShareBudgets", "SignUpMarks", "SignUpTraces", "SpreadWatch", "SpreadWatchTests",
        "StandingError", "StandingList", "StandingMark", "SumBrought", "TakeAsks", "TakeDuty",
        "TakeJob", "TellOfCurrencies", "TellOfExternalID", "TellOfLink", "TellOfLinks", "TellOfStanding",
        "ToldError", "TrialPlacing", "UserStanding", "UserStandingTests", "WorkParty", "broughtTogether",
        "changedPots", "fallbackUsers", "inCircumstances", "isRung", "orMerged", "orNone",
        "placesPerSet", "putAside", "refusedPots", "scarcePots", "serveAside", "takeRoom", "unlessTold",
    ]
}
