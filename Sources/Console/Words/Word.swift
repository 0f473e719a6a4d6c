/// The texts of the console, by their names in each language's file.
enum Word: Int, CaseIterable {
    /// Around every page.
    case skipToContent, sections, parts, search, searchHint, signOut, show, all, yes, no, and
    case table, firstPage, nextPage, downloadCSV, goToConsole, zoneNote

    /// Sections.
    case overview, players, reviews, rewards, rules, links, webhooks, audit, keys, health

    /// Roles, and what each may.
    case roleViewer, roleSupport, roleManager, roleAdmin, roleTitle, right, rights, seeOverview
    case seePlayers, seeLedger, seeRewards, seeReviews, seeRules, seeLinks, seeWebhooks, seeAudit
    case seeKeys, seeHealth

    /// Sign-in.
    case signIn, signInTitle, signInAsOperator, signInWithKey, signInByKey, signInWrong, signInHelp
    case tooManyAttempts, email, password, newPassword, factorCode, apiKey, invitationTitle
    case invitationText, factorText, factorQR, factorSecret, accept, codeWrong, passwordWeak
    case passwordBreached, invitationDone, recoveryCodesText, invitationGone, invitationGoneText
    case ownAccount, consoleSessions, thisSession, endSession, browser, address, oneMoment
    case oneMomentText

    /// Refusals and errors.
    case notServedHere, needsPublicURL, otherHost, addressRefused, requestID, forbidden
    case forbiddenText, notFound, notFoundText, tooMany, unavailable, unavailableText, failed
    case failedText, badRequest, tooLarge, tooLargeText

    /// The overview.
    case attention, nothingToDo, reviewsWait, webhookDisabled, webhookFails, last30Days, newPlayers
    case signUps, referrals, granted, redeemed, outstanding, comparison, asTable, noNumbers, funnel
    case step, shareOfMost, invites, opened, anonymousFriends, rewarded, kFactor, stepsMissing
    case chartSummary, day, count

    /// Players.
    case player, playerTitle, playerAndWhy, playerSearch, noPlayers, uid, externalID, referralCode
    case referrer, level, firstStart, signedUp, moderation, moderationGood, moderationWatched
    case moderationBlocked, friendsReferred, friendsSignedUp, friendsPaid, anonymous, erased
    case merged, rejected, balances, noBalances, currency, amount, ownRewards, friendRewards
    case noRules, noFriends, openFriend, moreFriends, why, rewardPaid, rewardHeld, rewardVoid
    case rewardReversed, rewardDenied, rewardNotYet, ledger, noEntries, time, kind, balanceAfter
    case friend, reason, entryGrant, entryRedemption, entryRefund, entryAdjustment, entryReversal
    case entryTransfer, events, event, value, decisions, noEvents, friends, referrerPaid, account
    case emailVerified, lastSignIn, deletion, sessions, noSessions, device, lastUsed, expires

    /// Rewards and reviews.
    case noRewards, noReviews, state, held, friendsLevel, referrersFriends, alike

    /// Rules.
    case rule, terms, version, versions, changed, changedBy, ruleDraft, ruleActive, rulePaused
    case ruleArchived, ruleInCode, rewardsOfRule, description, activeFrom, activeUntil
    case limitPerPlayer, limitPerDay, budget, holdHours, ruleSentence, ruleSentenceAlways, payment
    case theReferrer, thePlayer, tier, whenLevel, whenHighestLevel, whenMilestone, whenCounter
    case whenPlatform, whenSignedUp, whenEmailVerified, whenReferred, whenSignedUpWithin

    /// Links.
    case link, linkSearch, linksOff, noLinks, destination, channel, feature, campaign, tags
    case creator, created, on, off, clicks, noClicks, platform

    /// Webhooks.
    case webhook, url, id, types, change, failingSince, noWebhooks, disabled, enabled, failing
    case deliveries, noDeliveries, attempts, reply, nextAttempt, deliveryPending, deliveryDelivered
    case deliveryFailed, deliveryMissed

    /// Audit.
    case actor, action, detail, before, after, noAudit

    /// Keys and operators.
    case apiKeys, keysHelp, noKeys, name, scope, revoked, expired, valid, operators, operatorsHelp
    case noOperators, active, invited, lastSeen

    /// Health.
    case softwareVersion, database, answers, silent, lastStatement, ledgerEntries, unsealedEntries
    case queues, queue, waiting, noQueues, setAside, work, since, tries, nextTry, noneSetAside, setAsideHint
    case workApprovals, workErasures, workIdentities, workMerges, workReservations, workResets, workRewards
    case settings, variable, origin, fromEnvironment, byDefault
    case noSettings, zoneChangeHint

    /// Actions.
    case decideReviews, moderate, endSessions, adjust, reverseRewards, reverse, reward, release
    case void, choose, cost, confirm, cancel, goOn, notDoneYet, nothingDone, goBack, reasonMissing
    case playerGone, balanceTooSmall, currencyUnknown, amountWrong, alreadyDecided, decidedInPart
    case noneChosen, notPaid, adjustHint, moderateHint, endSessionsHint, decideHint, review
    case reviewIt, reverseHint, alreadySo, changedMeanwhile, fileCut

    /// The rule editor and its trial.
    case editRules, editRule, editRuleNamed, copyRule, newRule, ruleName, conditions
    case conditionsHint, conditionNumber, conditionName, conditionLimit, noCondition
    case kindHighestLevel, kindLevel, kindMilestone, kindCounter, kindSignedUp, kindEmailVerified
    case kindOnAndroid, kindOnDesktop, kindOnIOS
    case kindReferred, kindSignedUpWithin, payments, paymentsHint, payTo, toReferrer, toPlayer
    case limits, whoAndWhen, allPlayers, newPlayersOnly, tryIt, trialHint, trialOf, trialRuns
    case refresh, correctIt, paymentNumber, ruleGone, ruleAlreadySo, progress, trialFailed
    case trialUnderWay, trialGivesNothing, comparedWithNow, comparedHint, trialRewards, trialAmount
    case givenRewards, givenAmount, more, trialPerDay, largest, saveRule, saveAsDraft
    case saveAndActivate, saveHint, changeState, stateHint, limitWrong, numberRange, numberWrong
    case conditionNameWrong, conditionUnknown, conditionsCount, conditionRepeated, paymentsCount
    case currencyRepeated, currencyMissing, ruleAmountWrong, amountTooSmall, tiersCount, firstTier
    case tiersOrder, tierAboveLimit, budgetTooSmall, endBeforeStart, correctFields, timeWrong
    case holdWrong, descriptionTooLong, nameWrong, nameInUse, ruleMistake, ruleChangedMeanwhile
    case ruleIsInCode, ruleStateNotPossible, tooManyRules

    /// Notes, refunds and erasures.
    case writeNotes, refundRedemptions, erasePlayers, notes, note, author, noNotes, writeNote
    case noteHint, noteWrong, tooManyNotes, refund, refundRedemption, refundHint, redeemedFor
    case alreadyRefunded, erasePlayer, eraseHint, effect, typeToConfirm, typedWrong, alreadyErased

    /// The player's own view.
    case seeAsPlayer, seenByPlayer, seenHint, language, ownLanguage, yourStatus, yourBalance
    case yourRewards, nothingYet, seenPaid, seenPending, seenVoid, seenReversed, beingChecked
    case paidFrom

    /// Changes of webhooks.
    case editWebhooks, sendWebhooks, shownOnce, onwards, secret, newWebhook, editWebhook, edit
    case webhookSecretHint, typesHint, onlyChanges, leastAmount, leastWrong, requests, signature
    case ratePerSecond, rateWrong, isOrdered, headers, headersKept, replaceHeaders, headersWrong
    case descriptionWrong, detailed, tooManyWebhooks, webhookIsDisabled, tooManyReplays
    case webhookChanged, alreadyMade, nothingChanges, unchanged, rotateSecret, rotateSecretHint
    case enableWebhook, enableWebhookHint, removeWebhook, removeWebhookHint, testWebhook
    case testWebhookHint, replayWebhook, replayWebhookHint, resendDelivery, resendHint, from, until
    case spanWrong

    /// The referral tree, the statement and exports.
    case tree, treeHint, treeCut, treeOnwards, open, close, statement, statementHint, statementTime
    case balanceIn, statementCut, exports, exportTables, exportUnderWay, exportsHint, exported
    case format, download, channelFunnel, matchRate, matchRateHint, noChannel, budgetSpent
    case budgetEnds, budgetLow, oldReview, oldStatement

    /// Changes of links.
    case formTooOld, editLinks, newLink, createLink, preview, alias, aliasWrong, aliasInUse
    case cardTitle, cardText, cardImage, linkTextWrong, tagsWrong, linkNotAllowed, shortLink
    case qrCodeOf, switchOff, switchOn, switchHint, linkAlreadySo, importLinks, importHint, csvFile
    case csvText, notUTF8, importTooLarge, importDone, importedLinks, repeatedLinks, refusedLines
    case unusedColumns, movedLinks, movedLinksText, line, downloadRefused

    /// Changes that need a second operator.
    case pendingChanges, pendingChange, seeChanges, approveChanges, changesHelp, noChanges
    case changesWait, proposed, proposedBy, decidedBy, decided, changeAddsRule, changeOfRule
    case changeOfState, changeBackfills, changeOfProgramme, changeWaits, changeApproved
    case changeRefused, changeWithdrawn, approval, needsSecondOperator, trialOfChange, wholeTrial
    case noTrialYet, backToChange, approve, approveHint, refuse, withdraw, withdrawHint
    case keysCantApprove, changeDecided, ownChange, othersChange, changeAlreadyProposed
    case tooManyChanges

    /// Daily limits.
    case dailyLimitReached, actionsToday, actionsOf, actionsPerDay, noLimit

    /// Trust and checks.
    case trust, trustHint, trustInReferrals, trustInProgress, ownProgress, checks, checksHint
    case actionPay, actionHold, actionDeny, checkOff, sourceClaimUnique, sourceClaimDefault
    case sourceClaimWeak, sourceCode, sourceUnproven, checkSameDevice, checkSameNetwork, checkBurst
    case checkTooFast, checkSameMailbox, checkDisposableMail, checkRing, numberAtLeast, numberHours
    case numberMinutes, numberSeconds, checkNumberWrong, changeTrust, trustChangedMeanwhile

    /// When rules are active.
    case ruleCalendar, noActiveRule, today, fromTime, fromEarlier, untilTime, withoutEnd

    /// Why a reward is as it is.
    case whyPaid, whyLevel, whyHighestLevel, whyMilestone, whyCounter, whyNotSignedUp
    case whyPlatform, whyNotVerified, whySignedUpLate, whyVoid, whyReversed, whyWaiting, whyReview
    case whyNotStarted, whyEnded, whyEarlierPlayer, whyNoReferrer, whyWeakMatch, whyDefaultMatch
    case whyUniqueMatch, whyByCode, whyUnproven, whyUserEvents, whyWatched, whyBlocked
    case whySameDevice, whySameNetwork, whyBurst, whyTooFast, whySameMailbox, whyDisposableMail
    case whyRing, whyLimitBeneficiary, whyLimitDay, whyBudget, whyBalanceFull, whyDecidedEarlier
    case whyNextEvent
}
