/// What pages say of an invitation, in one language.
struct InviteTexts {
    /// `{name}` invites to `{app}`.
    let invites: String
    /// Buttons, and what stands below them.
    let haveIt, storeOnly, scan: String
    let expired, used: PageTexts.Notice

    init(in language: PageLanguage) {
        self = Self.all[language] ?? Self.english
    }

    private init(
        _ invites: String, haveIt: String, storeOnly: String, scan: String, expired: (String, String),
        used: (String, String)
    ) {
        (self.invites, self.haveIt, self.storeOnly, self.scan) = (invites, haveIt, storeOnly, scan)
        self.expired = PageTexts.Notice(title: expired.0, text: expired.1)
        self.used = PageTexts.Notice(title: used.0, text: used.1)
    }

    private static let english = InviteTexts(
        "{name} invites you to {app}", haveIt: "I have it already",
        storeOnly: "To the store without copying",
        scan: "Scan to go on with your phone",
        expired: ("This link has expired", "Ask whoever sent it for a new one."),
        used: (
            "This link has been used",
            "It was good for once. Ask whoever sent it for a new one."
        ))

    /// One for each language, as a test holds.
    static let all: [PageLanguage: InviteTexts] = [
        .arabic: InviteTexts(
            "يدعوك {name} إلى {app}", haveIt: "لدي التطبيق بالفعل",
            storeOnly: "إلى المتجر من دون نسخ",
            scan: "امسح الرمز بهاتفك للمتابعة عليه",
            expired: ("انتهت صلاحية هذا الرابط", "اطلب رابطًا جديدًا ممن أرسله."),
            used: (
                "استُخدم هذا الرابط من قبل",
                "كان صالحًا لمرة واحدة. اطلب رابطًا جديدًا ممن أرسله."
            )),
        .chineseSimplified: InviteTexts(
            "{name} 邀请你使用 {app}", haveIt: "我已安装",
            storeOnly: "不复制，直接前往商店",
            scan: "用手机扫码继续",
            expired: ("此链接已过期", "请向发送者索取新链接。"),
            used: (
                "此链接已被使用",
                "它只能使用一次。请向发送者索取新链接。"
            )),
        .chineseTraditional: InviteTexts(
            "{name} 邀請你使用 {app}", haveIt: "我已安裝",
            storeOnly: "不複製，直接前往商店",
            scan: "用手機掃描以繼續",
            expired: ("此連結已過期", "請向傳送連結的人索取新連結。"),
            used: (
                "此連結已使用過",
                "它只能使用一次。請向傳送連結的人索取新連結。"
            )),
        .dutch: InviteTexts(
            "{name} nodigt je uit voor {app}", haveIt: "Ik heb de app al",
            storeOnly: "Naar de store zonder te kopiëren",
            scan: "Scan met je telefoon om daar verder te gaan",
            expired: ("Deze link is verlopen", "Vraag de afzender om een nieuwe."),
            used: (
                "Deze link is al gebruikt",
                "Hij was één keer geldig. Vraag de afzender om een nieuwe."
            )),
        .english: english,
        .french: InviteTexts(
            "{name} vous invite sur {app}", haveIt: "J’ai déjà l’app",
            storeOnly: "Aller au store sans copier",
            scan: "Scannez pour continuer sur votre téléphone",
            expired: ("Ce lien a expiré", "Demandez-en un autre à la personne qui l’a envoyé."),
            used: (
                "Ce lien a déjà servi",
                "Il n’était valable qu’une fois. Demandez-en un autre à la personne qui l’a envoyé."
            )),
        .german: InviteTexts(
            "{name} lädt dich zu {app} ein", haveIt: "Ich habe sie schon",
            storeOnly: "Zum Store, ohne zu kopieren",
            scan: "Scannen und am Handy weitermachen",
            expired: ("Dieser Link ist abgelaufen", "Lass dir einen neuen schicken."),
            used: (
                "Dieser Link wurde schon benutzt",
                "Er galt nur einmal. Lass dir einen neuen schicken."
            )),
        .hebrew: InviteTexts(
            "הזמנה מאת {name} אל {app}", haveIt: "כבר יש לי אותה",
            storeOnly: "לחנות בלי להעתיק",
            scan: "סרקו כדי להמשיך בטלפון",
            expired: ("תוקף הקישור הזה פג", "אפשר לבקש קישור חדש ממי ששלח אותו."),
            used: (
                "כבר נעשה שימוש בקישור הזה",
                "הוא היה תקף לפעם אחת. אפשר לבקש קישור חדש ממי ששלח אותו."
            )),
        .hindi: InviteTexts(
            "{name} ने आपको {app} पर बुलाया है", haveIt: "मेरे पास ऐप पहले से है",
            storeOnly: "कॉपी किए बिना स्टोर पर जाएँ",
            scan: "फ़ोन पर जारी रखने के लिए स्कैन करें",
            expired: ("यह लिंक अब मान्य नहीं है", "भेजने वाले से नया लिंक माँगें।"),
            used: (
                "यह लिंक इस्तेमाल हो चुका है",
                "यह एक ही बार मान्य था। भेजने वाले से नया लिंक माँगें।"
            )),
        .indonesian: InviteTexts(
            "{name} mengundangmu ke {app}", haveIt: "Aku sudah punya",
            storeOnly: "Ke toko tanpa menyalin",
            scan: "Pindai untuk lanjut di ponselmu",
            expired: ("Tautan ini sudah kedaluwarsa", "Minta yang baru kepada pengirimnya."),
            used: (
                "Tautan ini sudah dipakai",
                "Tautan ini berlaku sekali saja. Minta yang baru kepada pengirimnya."
            )),
        .italian: InviteTexts(
            "{name} ti invita su {app}", haveIt: "Ho già l’app",
            storeOnly: "Vai allo store senza copiare",
            scan: "Scansiona per continuare sul telefono",
            expired: ("Questo link è scaduto", "Chiedine uno nuovo a chi te l’ha inviato."),
            used: (
                "Questo link è già stato usato",
                "Valeva una volta sola. Chiedine uno nuovo a chi te l’ha inviato."
            )),
        .japanese: InviteTexts(
            "{name}\u{A0}さんが {app}\u{A0}に\u{200B}招待しています", haveIt: "すでに\u{200B}アプリが\u{200B}あります",
            storeOnly: "コピーせずに\u{200B}ストアへ",
            scan: "スマートフォンで\u{200B}読み取って\u{200B}続ける",
            expired: (
                "この\u{200B}リンクは\u{200B}期限が\u{200B}切れています",
                "送ってくれた\u{200B}人に\u{200B}新しい\u{200B}リンクを\u{200B}頼んでください。"
            ),
            used: (
                "この\u{200B}リンクは\u{200B}すでに\u{200B}使われています",
                "一度だけ\u{200B}使える\u{200B}リンクでした。\u{200B}送ってくれた\u{200B}人に\u{200B}新しい\u{200B}リンクを\u{200B}頼んでください。"
            )),
        .korean: InviteTexts(
            "{name} 님이 {app}에 초대했습니다", haveIt: "이미 앱이 있어요",
            storeOnly: "복사하지 않고 스토어로 가기",
            scan: "휴대전화로 스캔하여 계속하기",
            expired: ("만료된 링크입니다", "보낸 사람에게 새 링크를 요청하세요."),
            used: (
                "이미 사용된 링크입니다",
                "한 번만 쓸 수 있는 링크였습니다. 보낸 사람에게 새 링크를 요청하세요."
            )),
        .polish: InviteTexts(
            "{name} zaprasza cię do {app}", haveIt: "Mam już aplikację",
            storeOnly: "Do sklepu bez kopiowania",
            scan: "Zeskanuj, aby kontynuować na telefonie",
            expired: ("Ten link wygasł", "Poproś nadawcę o nowy."),
            used: (
                "Ten link został już użyty",
                "Był ważny jeden raz. Poproś nadawcę o nowy."
            )),
        .portuguese: InviteTexts(
            "{name} convidou você para {app}", haveIt: "Já tenho o app",
            storeOnly: "Ir à loja sem copiar",
            scan: "Escaneie para continuar no celular",
            expired: ("Este link expirou", "Peça um novo a quem o enviou."),
            used: (
                "Este link já foi usado",
                "Ele valia uma única vez. Peça um novo a quem o enviou."
            )),
        .russian: InviteTexts(
            "{name} приглашает вас в {app}", haveIt: "У меня уже есть",
            storeOnly: "В магазин без копирования",
            scan: "Отсканируйте, чтобы продолжить на телефоне",
            expired: ("Срок действия ссылки истёк", "Попросите отправителя прислать новую."),
            used: (
                "Этой ссылкой уже воспользовались",
                "Она действовала один раз. Попросите отправителя прислать новую."
            )),
        .spanish: InviteTexts(
            "{name} te invita a {app}", haveIt: "Ya tengo la app",
            storeOnly: "Ir a la tienda sin copiar",
            scan: "Escanea para seguir en tu teléfono",
            expired: ("Este enlace ha caducado", "Pide uno nuevo a quien te lo envió."),
            used: (
                "Este enlace ya se ha usado",
                "Servía una sola vez. Pide uno nuevo a quien te lo envió."
            )),
        .turkish: InviteTexts(
            "{name} seni {app} uygulamasına davet ediyor", haveIt: "Uygulama bende var",
            storeOnly: "Kopyalamadan mağazaya git",
            scan: "Telefonunda devam etmek için tara",
            expired: ("Bu bağlantının süresi dolmuş", "Gönderen kişiden yenisini iste."),
            used: (
                "Bu bağlantı zaten kullanılmış",
                "Bir kez geçerliydi. Gönderen kişiden yenisini iste."
            )),
        .ukrainian: InviteTexts(
            "{name} запрошує вас до {app}", haveIt: "У мене вже є",
            storeOnly: "До магазину без копіювання",
            scan: "Відскануйте, щоб продовжити на телефоні",
            expired: ("Термін дії посилання минув", "Попросіть відправника надіслати нове."),
            used: (
                "Цим посиланням уже скористалися",
                "Воно діяло один раз. Попросіть відправника надіслати нове."
            )),
    ]
}
