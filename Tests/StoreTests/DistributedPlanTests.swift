import Postgres
import Store
import TestSupport
import Testing

/// Where each statement goes on Citus: a new one is named here.
@Suite(.enabled(if: TestEngine.isCitus, "this is about Citus: make test-citus"))
struct DistributedPlanTests {
    private enum Way: String {
        /// The coordinator's own tables, or none.
        case coordinator
        /// To the shard of the one key that it has, or to those of an array's keys.
        case oneShard
        /// The coordinator has the rows, and sends each to its shard.
        case eachRow
        /// To all: it looks for something else than keys, or for the rows of an array among all of them.
        case allShards
        /// To none: it can't be explained.
        case refused
    }

    private struct Place {
        let way: Way
        /// Why it may go there.
        let reason: String
        let names: String
    }

    private static let places = [
        Place(
            way: .coordinator, reason: "its tables are small, or none",
            names: """
                OwnAudit ChainAudit FindAuditHead ListUnchainedAudit ListUnprovedAudit LockAuditChain LockAuditTexts \
                SetAuditMACs WalkAuditChain \
                DeleteUserStanding EraseStandingReason FindTrust InsertTrust ListUserStandings \
                ListUsersOfStanding LockUserStanding SetUserStanding TellOfStanding \
                PlanEachTime AddBroughtRanks CountRanksAbove FindBroughtProgress LockBroughtProgress \
                SetBroughtProgress SumDayCounts \
                AddDayCounts AddTrialSums CountTrialBeneficiaries CountUses DeleteExpiredRevocations \
                CountSessionsAtWork DeleteRetiredSigningKeys DeleteSpentUses DeleteSurplusUses EndDuty EndJob \
                EraseAuditTexts ExportAudit FindAPIKey FindCountedUntil FindJob FindJobUnderWay \
                FindLedgerKeys FindProgramme FindRootSecret FindShards FindTrialSums InsertAPIKey \
                InsertAuditEntries InsertJob InsertLedgerKey InsertLedgerStatement InsertProgramme \
                InsertPasswordSchemes ListPasswordSchemes \
                InsertRevocations InsertRootSecret InsertRuleVersions InsertSigningKey \
                InsertTrialRewards IsLedgerKeyOld KeepClicks KeepDuty KeepJob ListActiveAPIKeys ListAPIKeys \
                ListAuditEntries ListAuditEntriesAbout ListAuditEntriesOfAction ListAuditEntriesOfActor \
                ListCurrencies ListDayCounts ListLargestTrialSums ListLedgerStatements \
                ListProgrammeRules ListRevocations ListRuleVersions ListRules ListSigningKeys \
                CheckProgramme CloseCounting CloseTurn EnterCounting \
                EnterTurn HurryClosing LockBudgetShares ShareBudgets SetBudgetShares \
                ListStaleAPIKeys LockBudgets LockCountedUntil LockCurrency LockRules OrderPayments \
                PlanFreely ReadInOrder RelaxDurability RetireSigningKeys RevokeAPIKey RewrapRootSecret \
                RewrapSigningKeys SetBudgets SetCountedUntil \
                SetAPIKeyMAC SetCurrency SetRules StampAPIKeys TakeDuty TakeJob TellOfCurrencies TellOfExternalID \
                TellOfLink TellOfLinks WaitBetweenPages WalkLedgerStatements WalkTrialRewards
                """),
        Place(
            way: .oneShard, reason: "it names its keys",
            names: """
                ClearEmail DeleteFormerPassword DeletePastEmails DeleteRecovery DeleteUsedProofs EndLaterMailTokens \
                EndOtherVerifications EndPendingReset EndReservation EndSurplusMailTokens FindEmailProof \
                FindFormerPassword FindMailTokens FindPastEmails FindRecovery FindUnlinkedIdentities FindUsedProof \
                InsertPastEmail KeepFormerPassword KeepPendingReset KeepRecovery OwnFormerPassword OwnPastEmails \
                OwnRecovery OwnUnlinkedIdentities OwnUsedProofs ProlongUndo ReplaceSessionToken ReserveIdentity \
                FindRewardMACs ShelveReservation UseProof \
                DeleteIdentity DeleteUserIdentity FindIdentities FindUserIdentities \
                OwnAddresses OwnBalances OwnBroughtDays OwnBroughtSums OwnEntries OwnErasure OwnEvents \
                OwnIdentities OwnMailTokens OwnMails OwnMarks OwnMerge OwnMergedUsers OwnProfile \
                OwnReferralCounts OwnReservations OwnRewardPlaces OwnRewards OwnSessions \
                OwnUser \
                CancelErasure DeleteAddresses DeleteCredential DeleteReferralCode \
                DeleteUserProfile \
                DeleteLinkCounts EraseReasons FindErasures FindWrittenEntries LockErasure \
                MakeTombstone PostponeErasure \
                SetErasure CountGiven LockPlaces ReleaseDueRewards SetCounters SetPlaces \
                DeleteMarks EraseMarks FindChain FindEvidence FindMarks FindUsedReceipts HoldDueRewards \
                DeleteMail DeleteMails DeleteMailTokens FindMailToken InsertMail InsertMailToken \
                ListSessions PostponeMail SetEmail SetPasswordHash TakeAsks TakeMail TakeMailToken \
                FindFirstEvents SetMergeMACs SetReservationMACs SetRewardMACs \
                AddReferralCounts ApplyFacts ApplyLevels DeleteSession DeleteSessionsOfUsers DeleteSignUpKeys \
                DeleteExternalID DeleteSurplusAddresses DeleteSurplusSessions FindBalances \
                FindDenyingEvents FindLiveRewards FindRewardsAbout SetRewardCodes \
                FindBalancesAt FindEmailOwners FindClaimedLink FindClick FindCredential FindEvents FindExternalIDs \
                FindKnownAddress FindLedgerAccounts FindLedgerEntries FindLinks FindPayees \
                FindReferralCodes FindReferralCounts FindReservations FindReward FindRewardedReferees \
                FindRewards FindSession FindSessionsOfUsers FindSignUpKeys FindUndoingEntry \
                FindUserProfiles FindUsersByID InsertEvent InsertEvents InsertLedgerEntries \
                InsertReservations InsertRewards InsertSessions ListClaimCounts ListEventsOfUser \
                ListLedgerEntries ListLedgerHistory ListLedgerHistoryOldestFirst ListLinkCounts \
                ListRewardsOfUser ListUnpaidRewardsOfUser LockBalances LockLink LockUsers MarkClick \
                OpenBalances \
                MarkTapped RememberAddress RememberRules ReverseReward RewriteLink RotateSession \
                SealEntries SetBalances SetExternalID SetHeads SetUserProfile SettleReservation \
                StampSignIn SwitchLink TakeClick TakeOneTimeLink TakeRecount UncountRewardedReferee \
                UpdateHeldReward \
                UpdatePasswordHash UpdateReferrals UpdateSignUps \
                DeleteBroughtDay DeleteBroughtDays FindBroughtDays FindPlayersMerged FindReferralLink \
                SetBroughtOver SetReferralLink FindBroughtSums FindBroughtUsers FindEarlierRewards \
                FindLinkLabels \
                CountGivenTo DeleteMarksBrought FindFreshMerge FindMarksBrought FindMergedUsers FindMerges \
                ForgetMergedCodes InsertMerge InsertMergedUser MarkMerged MoveReferees SetMergedFacts \
                LockHeldRewards MoveLinks SettleMerge SumTransfers WakeMerges
                """),
        Place(
            way: .eachRow, reason: "what it makes has nobody's rows beside it yet",
            names: """
                AddBroughtDays SetBroughtSums \
                AddClaims AddLinkClicks AddLinkEvent AskErasures InsertAccounts InsertAsks InsertClicks \
                InsertCredentials InsertExternalIDs InsertIdentities InsertLinks InsertUserIdentities \
                InsertReferralCodes InsertSignUpKeys InsertStatedHeads InsertTaps InsertUsedReceipts InsertUsers \
                CarryPlaces KeepMarks KeepReferralCounts
                """),
        Place(
            way: .allShards, reason: "administrators ask about everybody",
            names: """
                CountReviews FindBroughtLately FindReversals FindRewardsByID ListReviews ListLeaders CountLeaders \
                CountArrivals CountFriendsSignedUp CountInvites CountLaterArrivals CountOpens FindSubjects \
                CountBrokenReservations CountGivenRewards CountLedger CountNewUsers \
                CountRecordedReferrers CountReferredUsers CountRewards CountSignUps CountUnmatchedGrants \
                CountUnmatchedReturns CountUnmatchedTransfers CountUnpaidRewards CountUsers ExportEvents ExportLedger \
                ExportReferrals ExportRewards ExportUsers FindBrokenAccounts FindDueReservations \
                FindEmailsFrom FindFirstUserTime ListLinks ListLinksOfCreator ListLinksOff ListRewards \
                ListRewardsOfRule ListUnpaidRewards ListUsers SumLatestRuleRewards SumLedger SumLedgerByDay \
                SumRuleRewards
                """),
        Place(
            way: .allShards, reason: "what a user has elsewhere, once, for the user's own export",
            names: "OwnCredential OwnLinks OwnReferees"),
        Place(
            way: .allShards, reason: "a user's referees are elsewhere than the user",
            names: "CountReferees FindRefereeIDs ListReferees"),
        Place(
            way: .allShards, reason: "a user's links are elsewhere than the user", names: "FindLinkCodes"),
        Place(
            way: .allShards, reason: "a device that was just installed knows no click's id",
            names: "FindClaimedClicks FindDeviceClicks FindGuesses"),
        Place(
            way: .allShards, reason: "a duty, now and then",
            names: """
                ListBroughtDay SumBrought FindMergesToBringOver FindLastUser FindLateReferrals WalkFacts WalkUsers \
                CountErased DeleteLinksOf FindDueErasures ListErased \
                DeleteExpiredReceipts DeleteSpentMarks ForgetNetworks \
                FindDueMails FindDueMerges DeleteExpiredMailTokens \
                DeleteExpiredProofs DeleteFormerPasswords FindDueResets FindFreeIdentities \
                FindDueRewards DeleteExpiredAddresses DeleteExpiredSessions DeleteExpiredSignUpKeys DeleteExpiredTaps \
                FindBrokenReservations \
                FindUnbookedRewards FindUnsealedEntries ListAccountsToState ListStatedHeads ListStoredBalances \
                FindUnmatchedRefunds IsLedgerEmpty WalkMerges WalkReservations WalkRewards WalkTransfers \
                ListStoredEntries
                """),
        Place(
            way: .refused, reason: "it has no plan; its tables are the coordinator's",
            names: "ClearTrials LockSigningKeys RewriteSecretTables"),
    ]

    @Test func `every statement goes where it should`() async throws {
        let ways = Dictionary(
            uniqueKeysWithValues: Self.places.flatMap { place in
                place.names.split(separator: " ").map { (String($0), place.way) }
            })
        let all = try StatementTests().statementsInTheSources()
        #expect(Set(ways.keys) == all, "a new statement is named in `places`")
        try await TestDatabase.withSchema { database in
            let prepared: [Prepared.Row] = try await database.withPool(asOwner: true, connections: 1) {
                pool, _ in
                try await StatementTests().checkAll(pool)
                return try await pool.run(Prepared())
            }
            for statement in prepared where all.contains(statement.name) {
                let plan = ways[statement.name] == .refused ? nil : try explain(statement, in: database)
                #expect(plan.map(way) ?? .refused == ways[statement.name], "\(statement.name): \(plan ?? "")")
            }
        }
    }

    private struct Prepared: Statement {
        typealias Row = (name: String, sql: String, types: String)

        static let sql =
            "SELECT name, statement, array_to_string(parameter_types, ',') FROM pg_prepared_statements"

        static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
            (try row.read(), try row.read(), try row.read())
        }
    }

    private func explain(_ statement: Prepared.Row, in database: TestDatabase) throws -> String {
        let types = statement.types.split(separator: ",").map(String.init)
        // A page of a user's own rows begins behind a row, or nowhere.
        let isFirstPage = statement.name.hasPrefix("Own")
        let values = types.map { isFirstPage && $0 == "text" ? "NULL" : value(of: $0) }
            .joined(separator: ", ")
        return try database.psql(
            """
            PREPARE it\(types.isEmpty ? "" : "(\(statement.types))") AS \(statement.sql);
            EXPLAIN (COSTS off) EXECUTE it\(types.isEmpty ? "" : "(\(values))");
            """)
    }

    /// One of the type, or an array of one.
    private func value(of type: String) -> String {
        let one =
            switch type.replacing("[]", with: "") {
            case "uuid": "00000000-0000-7000-8000-000000000001"
            case "boolean": "t"
            case "timestamp with time zone": "2026-01-01 00:00:00Z"
            default: "1"
            }
        return type.hasSuffix("[]") ? "'{\"\(one)\"}'" : "'\(one)'"
    }

    private func way(_ plan: String) -> Way {
        if plan.contains("INSERT/SELECT method") { return .eachRow }
        let counts = plan.split(separator: "\n").compactMap { line in
            line.firstRange(of: "Task Count: ").flatMap { Int(line[$0.upperBound...]) }
        }
        guard let most = counts.max() else { return .coordinator }
        return most == 1 ? .oneShard : .allShards
    }
}
