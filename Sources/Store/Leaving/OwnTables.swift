/// Every table that has rows about a user; `Documentation/Privacy.md` says what and why.
package enum OwnTables {
    package static var all: [any OwnTable.Type] {
        [
            OwnUser.self, OwnCredential.self, OwnIdentities.self, OwnSessions.self, OwnAddresses.self,
            OwnUnlinkedIdentities.self, OwnPastEmails.self, OwnUsedProofs.self, OwnFormerPassword.self,
            OwnRecovery.self,
            OwnMarks.self, OwnProfile.self, OwnMails.self, OwnMailTokens.self,
            OwnLinks.self, OwnEvents.self, OwnRewards.self, OwnRewardPlaces.self, OwnBalances.self,
            OwnEntries.self, OwnReservations.self, OwnReferralCounts.self, OwnBroughtDays.self,
            OwnBroughtSums.self, OwnErasure.self, OwnAudit.self,
            OwnReferees.self, OwnMergedUsers.self, OwnMerge.self,
        ]
    }
}
