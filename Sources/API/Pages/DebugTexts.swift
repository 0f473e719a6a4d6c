/// What the debug page says, in one language. Buttons are named as on their own pages.
struct DebugTexts {
    let title, link, payload: String
    let warnings, noWarnings: String
    /// Who comes.
    let others, previews: String
    /// By which way.
    let withApp, withoutApp: String
    /// Where it leads.
    let app, browser, buttons, landing, question, card: String
    /// Above those of the App Links page.
    let tags: String

    init(in language: PageLanguage) {
        self = Self.all[language] ?? Self.english
    }

    private init(
        _ title: String, link: String, payload: String, warnings: (String, none: String),
        others: String, previews: String, withApp: String, without: String, app: String, browser: String,
        buttons: String, landing: String, question: String, card: String, tags: String
    ) {
        (self.title, self.link, self.payload) = (title, link, payload)
        (self.warnings, self.noWarnings) = (warnings.0, warnings.none)
        (self.others, self.previews, self.withApp, self.withoutApp) = (others, previews, withApp, without)
        (self.app, self.browser, self.buttons, self.landing) = (app, browser, buttons, landing)
        (self.question, self.card, self.tags) = (question, card, tags)
    }

    private static let english = DebugTexts(
        "Where this link leads", link: "Link", payload: "Opens in the app",
        warnings: ("Warnings", none: "No warnings."),
        others: "Computers and all others", previews: "Social networks and messengers",
        withApp: "With the app", without: "Without the app", app: "The app opens",
        browser: "The browser", buttons: "A page with buttons",
        landing: "A page with the invitation and a QR code",
        question: "A page that finds out the device", card: "A card with title, text and picture",
        tags: "Tags for other apps")

    /// One for each language, as a test holds.
    static let all: [PageLanguage: DebugTexts] = [
        .arabic: DebugTexts(
            "إلى أين يؤدي هذا الرابط", link: "الرابط", payload: "ما يُفتح في التطبيق",
            warnings: ("تحذيرات", none: "لا توجد تحذيرات."),
            others: "أجهزة الكمبيوتر وغيرها", previews: "شبكات التواصل وتطبيقات المراسلة",
            withApp: "مع التطبيق", without: "من دون التطبيق", app: "يُفتح التطبيق",
            browser: "المتصفح", buttons: "صفحة بها أزرار",
            landing: "صفحة بها الدعوة ورمز QR",
            question: "صفحة تتعرّف على الجهاز", card: "بطاقة بعنوان ونص وصورة",
            tags: "وسوم للتطبيقات الأخرى"),
        .chineseSimplified: DebugTexts(
            "此链接通往何处", link: "链接", payload: "在 App 中打开",
            warnings: ("警告", none: "没有警告。"),
            others: "电脑及其他设备", previews: "社交网络和即时通讯",
            withApp: "已安装 App", without: "未安装 App", app: "打开 App",
            browser: "浏览器", buttons: "带按钮的页面",
            landing: "带邀请和二维码的页面",
            question: "识别设备的页面", card: "含标题、文字和图片的卡片",
            tags: "供其他 App 读取的标签"),
        .chineseTraditional: DebugTexts(
            "此連結通往何處", link: "連結", payload: "在 App 中打開",
            warnings: ("警告", none: "沒有警告。"),
            others: "電腦及其他裝置", previews: "社群網站與通訊軟體",
            withApp: "已安裝 App", without: "未安裝 App", app: "打開 App",
            browser: "瀏覽器", buttons: "有按鈕的頁面",
            landing: "有邀請和 QR 碼的頁面",
            question: "辨識裝置的頁面", card: "含標題、文字和圖片的卡片",
            tags: "供其他 App 讀取的標籤"),
        .dutch: DebugTexts(
            "Waar deze link heen leidt", link: "Link", payload: "Opent in de app",
            warnings: ("Waarschuwingen", none: "Geen waarschuwingen."),
            others: "Computers en al het andere", previews: "Sociale netwerken en berichtenapps",
            withApp: "Met de app", without: "Zonder de app", app: "De app opent",
            browser: "De browser", buttons: "Een pagina met knoppen",
            landing: "Een pagina met de uitnodiging en een QR-code",
            question: "Een pagina die het apparaat herkent", card: "Een kaart met titel, tekst en afbeelding",
            tags: "Tags voor andere apps"),
        .english: english,
        .french: DebugTexts(
            "Où mène ce lien", link: "Lien", payload: "S’ouvre dans l’app",
            warnings: ("Avertissements", none: "Aucun avertissement."),
            others: "Ordinateurs et tous les autres", previews: "Réseaux sociaux et messageries",
            withApp: "Avec l’app", without: "Sans l’app", app: "L’app s’ouvre",
            browser: "Le navigateur", buttons: "Une page avec des boutons",
            landing: "Une page avec l’invitation et un code QR",
            question: "Une page qui reconnaît l’appareil", card: "Une carte avec titre, texte et image",
            tags: "Balises pour les autres apps"),
        .german: DebugTexts(
            "Wohin dieser Link führt", link: "Link", payload: "Öffnet in der App",
            warnings: ("Warnungen", none: "Keine Warnungen."),
            others: "Computer und alle anderen", previews: "Soziale Netzwerke und Messenger",
            withApp: "Mit der App", without: "Ohne die App", app: "Die App öffnet sich",
            browser: "Der Browser", buttons: "Eine Seite mit Schaltflächen",
            landing: "Eine Seite mit der Einladung und einem QR-Code",
            question: "Eine Seite, die das Gerät erkennt", card: "Eine Karte mit Titel, Text und Bild",
            tags: "Tags für andere Apps"),
        .hebrew: DebugTexts(
            "לאן מוביל הקישור הזה", link: "קישור", payload: "נפתח באפליקציה",
            warnings: ("אזהרות", none: "אין אזהרות."),
            others: "מחשבים וכל השאר", previews: "רשתות חברתיות ואפליקציות מסרים",
            withApp: "עם האפליקציה", without: "בלי האפליקציה", app: "האפליקציה נפתחת",
            browser: "הדפדפן", buttons: "דף עם כפתורים",
            landing: "דף עם ההזמנה וקוד QR",
            question: "דף שמזהה את המכשיר", card: "כרטיס עם כותרת, טקסט ותמונה",
            tags: "תגיות לאפליקציות אחרות"),
        .hindi: DebugTexts(
            "यह लिंक कहाँ ले जाता है", link: "लिंक", payload: "ऐप में खुलता है",
            warnings: ("चेतावनियाँ", none: "कोई चेतावनी नहीं।"),
            others: "कंप्यूटर और बाकी सब", previews: "सोशल नेटवर्क और मैसेंजर",
            withApp: "ऐप के साथ", without: "ऐप के बिना", app: "ऐप खुलता है",
            browser: "ब्राउज़र", buttons: "बटनों वाला पेज",
            landing: "आमंत्रण और QR कोड वाला पेज",
            question: "डिवाइस पहचानने वाला पेज", card: "शीर्षक, टेक्स्ट और तस्वीर वाला कार्ड",
            tags: "दूसरे ऐप के लिए टैग"),
        .indonesian: DebugTexts(
            "Ke mana tautan ini menuju", link: "Tautan", payload: "Terbuka di aplikasi",
            warnings: ("Peringatan", none: "Tidak ada peringatan."),
            others: "Komputer dan lainnya", previews: "Jejaring sosial dan aplikasi pesan",
            withApp: "Dengan aplikasi", without: "Tanpa aplikasi", app: "Aplikasi terbuka",
            browser: "Browser", buttons: "Halaman dengan tombol",
            landing: "Halaman dengan undangan dan kode QR",
            question: "Halaman yang mengenali perangkat", card: "Kartu dengan judul, teks, dan gambar",
            tags: "Tag untuk aplikasi lain"),
        .italian: DebugTexts(
            "Dove porta questo link", link: "Link", payload: "Si apre nell’app",
            warnings: ("Avvisi", none: "Nessun avviso."),
            others: "Computer e tutti gli altri", previews: "Social network e app di messaggistica",
            withApp: "Con l’app", without: "Senza l’app", app: "Si apre l’app",
            browser: "Il browser", buttons: "Una pagina con pulsanti",
            landing: "Una pagina con l’invito e un codice QR",
            question: "Una pagina che riconosce il dispositivo",
            card: "Una scheda con titolo, testo e immagine",
            tags: "Tag per altre app"),
        .japanese: DebugTexts(
            "この\u{200B}リンクの\u{200B}行き先", link: "リンク", payload: "アプリで開く内容",
            warnings: ("警告", none: "警告はありません。"),
            others: "パソコンとその他", previews: "SNS と\u{200B}メッセンジャー",
            withApp: "アプリがある場合", without: "アプリがない場合", app: "アプリが開く",
            browser: "ブラウザ", buttons: "ボタンの\u{200B}ある\u{200B}ページ",
            landing: "招待と QR コードの\u{200B}ページ",
            question: "端末を\u{200B}判別する\u{200B}ページ", card: "タイトル・\u{200B}文章・\u{200B}画像の\u{200B}カード",
            tags: "ほかの\u{200B}アプリ向けの\u{200B}タグ"),
        .korean: DebugTexts(
            "이 링크가 연결되는 곳", link: "링크", payload: "앱에서 열리는 주소",
            warnings: ("경고", none: "경고가 없습니다."),
            others: "컴퓨터와 그 밖의 기기", previews: "소셜 네트워크와 메신저",
            withApp: "앱이 있을 때", without: "앱이 없을 때", app: "앱이 열림",
            browser: "브라우저", buttons: "버튼이 있는 페이지",
            landing: "초대와 QR 코드가 있는 페이지",
            question: "기기를 알아내는 페이지", card: "제목, 글, 사진이 있는 카드",
            tags: "다른 앱을 위한 태그"),
        .polish: DebugTexts(
            "Dokąd prowadzi ten link", link: "Link", payload: "Otwiera się w aplikacji",
            warnings: ("Ostrzeżenia", none: "Brak ostrzeżeń."),
            others: "Komputery i wszystkie inne", previews: "Sieci społecznościowe i komunikatory",
            withApp: "Z aplikacją", without: "Bez aplikacji", app: "Otwiera się aplikacja",
            browser: "Przeglądarka", buttons: "Strona z przyciskami",
            landing: "Strona z zaproszeniem i kodem QR",
            question: "Strona, która rozpoznaje urządzenie", card: "Karta z tytułem, tekstem i obrazem",
            tags: "Znaczniki dla innych aplikacji"),
        .portuguese: DebugTexts(
            "Aonde este link leva", link: "Link", payload: "Abre no app",
            warnings: ("Avisos", none: "Nenhum aviso."),
            others: "Computadores e todos os outros", previews: "Redes sociais e mensageiros",
            withApp: "Com o app", without: "Sem o app", app: "O app abre",
            browser: "O navegador", buttons: "Uma página com botões",
            landing: "Uma página com o convite e um código QR",
            question: "Uma página que reconhece o dispositivo", card: "Um cartão com título, texto e imagem",
            tags: "Tags para outros apps"),
        .russian: DebugTexts(
            "Куда ведёт эта ссылка", link: "Ссылка", payload: "Открывается в приложении",
            warnings: ("Предупреждения", none: "Предупреждений нет."),
            others: "Компьютеры и все остальные", previews: "Соцсети и мессенджеры",
            withApp: "С приложением", without: "Без приложения", app: "Открывается приложение",
            browser: "Браузер", buttons: "Страница с кнопками",
            landing: "Страница с приглашением и QR-кодом",
            question: "Страница, которая определяет устройство",
            card: "Карточка с заголовком, текстом и картинкой",
            tags: "Теги для других приложений"),
        .spanish: DebugTexts(
            "Adónde lleva este enlace", link: "Enlace", payload: "Se abre en la app",
            warnings: ("Avisos", none: "Sin avisos."),
            others: "Ordenadores y todos los demás", previews: "Redes sociales y mensajería",
            withApp: "Con la app", without: "Sin la app", app: "Se abre la app",
            browser: "El navegador", buttons: "Una página con botones",
            landing: "Una página con la invitación y un código QR",
            question: "Una página que reconoce el dispositivo",
            card: "Una tarjeta con título, texto e imagen",
            tags: "Etiquetas para otras apps"),
        .turkish: DebugTexts(
            "Bu bağlantı nereye gidiyor", link: "Bağlantı", payload: "Uygulamada açılan",
            warnings: ("Uyarılar", none: "Uyarı yok."),
            others: "Bilgisayarlar ve diğerleri", previews: "Sosyal ağlar ve mesajlaşma",
            withApp: "Uygulama varsa", without: "Uygulama yoksa", app: "Uygulama açılır",
            browser: "Tarayıcı", buttons: "Düğmeli bir sayfa",
            landing: "Davet ve QR kodu olan bir sayfa",
            question: "Cihazı tanıyan bir sayfa", card: "Başlık, metin ve resimli bir kart",
            tags: "Diğer uygulamalar için etiketler"),
        .ukrainian: DebugTexts(
            "Куди веде це посилання", link: "Посилання", payload: "Відкривається в застосунку",
            warnings: ("Попередження", none: "Попереджень немає."),
            others: "Комп’ютери та всі інші", previews: "Соцмережі та месенджери",
            withApp: "Із застосунком", without: "Без застосунку", app: "Відкривається застосунок",
            browser: "Браузер", buttons: "Сторінка з кнопками",
            landing: "Сторінка із запрошенням і QR-кодом",
            question: "Сторінка, що визначає пристрій", card: "Картка із заголовком, текстом і зображенням",
            tags: "Теги для інших застосунків"),
    ]
}
