/// Every table that has rows about a user; `Documentation/Privacy.md` says what and why.
package enum PersonalDataTables {
    package static var all: [any PersonalDataTable.Type] {
        [
            PersonalUser.self, PersonalCredential.self, PersonalIdentities.self, PersonalSessions.self,
            PersonalAddresses.self,
            PersonalUnlinkedIdentities.self, PersonalPastEmails.self, PersonalUsedProofs.self,
            PersonalFormerPassword.self,
            PersonalRecovery.self, PersonalExternalIDUse.self,
            PersonalFingerprints.self, PersonalProfile.self, PersonalMails.self, PersonalMailTokens.self,
            PersonalLinks.self, PersonalEvents.self, PersonalRewards.self, PersonalGrantCounts.self,
            PersonalBalances.self,
            PersonalEntries.self, PersonalReservations.self, PersonalReferralCounts.self,
            PersonalDailyEarnings.self,
            PersonalEarningsSums.self, PersonalErasure.self, PersonalAudit.self, PersonalNotes.self,
            PersonalReferees.self, PersonalMergedUsers.self, PersonalMerge.self,
        ]
    }
}
