internal import Accounts

extension Configuration {
    static let deletionSettings: [Setting] = [
        .number(
            "SHIPMATE_ERASURE_DAYS", \.deletion.days, default: DeletionConfiguration.daysDefault, in: 0...30,
            "days until an account is erased, in which signing in cancels the deletion"),
        .text(
            "SHIPMATE_ERASURES_FILE", \.deletion.listPath, default: "",
            "a file outside the database with the uids of erased users; a restored backup is erased again "
                + "from it"
        ).described(default: "erasures in SHIPMATE_DATA_DIR, if that is set or used"),
    ]

    /// The list of who was erased; nil where it has no path.
    var erasureFile: ErasureFile? {
        if !deletion.listPath.isEmpty { return ErasureFile(path: deletion.listPath) }
        let hasFile = database.source.isEmbedded || isDataDirectoryChosen
        return hasFile ? ErasureFile(path: dataDirectory + "/erasures") : nil
    }

    var deletionConfiguration: DeletionConfiguration {
        DeletionConfiguration(days: deletion.days, list: erasureFile?.list)
    }
}
