internal import Accounts

extension Configuration {
    static let leavingSettings: [Setting] = [
        .number(
            "SHIPMATE_ERASURE_DAYS", \.leaving.days, default: LeavingConfiguration.daysDefault, in: 0...30,
            "how long an account that wants to be deleted can come back by signing in"),
        .text(
            "SHIPMATE_ERASURES_FILE", \.leaving.listPath, default: "",
            "a file outside of the database with the uids of who was erased: what a restored backup has back is erased "
                + "again by it; `erasures` in SHIPMATE_DATA_DIR unless told, where there is one"),
    ]

    /// What is said where no list of who was erased is kept.
    /// The list of who was erased; nil where it has no place.
    var erasureFile: ErasureFile? {
        if !leaving.listPath.isEmpty { return ErasureFile(path: leaving.listPath) }
        let hasPlace = database.source.isEmbedded || isDataDirectoryChosen
        return hasPlace ? ErasureFile(path: dataDirectory + "/erasures") : nil
    }

    var leavingConfiguration: LeavingConfiguration {
        LeavingConfiguration(days: leaving.days, list: erasureFile?.list)
    }
}
