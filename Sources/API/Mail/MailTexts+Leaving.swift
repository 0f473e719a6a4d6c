extension MailTexts {
    /// What is said of leaving, and of passwords that were in leaks: the last of each language's lines.
    static let leaving: [PageLanguage: String] = [
        .english: """
        This password was found in a leak from another service. Choose another one.
        Delete your account
        Somebody asked for your account with {app} to be deleted. The link confirms it. It is good for 24 \
        hours, and once.
        Enter the e-mail of your account with {app}. We will send you a link to confirm.
        Your e-mail, password, name, devices and links are deleted. What was played and earned stays under \
        a number that leads to nobody.
        E-mail
        Send the link
        If there is an account with this e-mail, the link is on its way. It is good for 24 hours.
        This is not an e-mail address.
        Your account with {app} will be deleted on {date}, unless you sign in before then.
        You were signed out everywhere. Your account will be deleted on {date}. If you want to keep it, \
        sign in before then.
        """,
        .german: """
        Dieses Passwort steht in einem Datenleck eines anderen Dienstes. Wähle ein anderes.
        Konto löschen
        Jemand möchte dein Konto bei {app} löschen lassen. Der Link bestätigt das. Er gilt 24 Stunden und \
        nur einmal.
        Gib die E-Mail-Adresse deines Kontos bei {app} ein. Wir schicken dir einen Link zur Bestätigung.
        Deine E-Mail-Adresse, dein Passwort, dein Name, deine Geräte und deine Links werden gelöscht. Was \
        gespielt und verdient wurde, bleibt unter einer Nummer, die zu niemandem führt.
        E-Mail-Adresse
        Link senden
        Wenn es ein Konto mit dieser E-Mail-Adresse gibt, ist der Link unterwegs. Er gilt 24 Stunden.
        Das ist keine E-Mail-Adresse.
        Dein Konto bei {app} wird am {date} gelöscht, wenn du dich bis dahin nicht anmeldest.
        Du wurdest überall abgemeldet. Dein Konto wird am {date} gelöscht. Wenn du es behalten möchtest, \
        melde dich vorher an.
        """,
        .french: """
        Ce mot de passe figure dans une fuite d’un autre service. Choisissez-en un autre.
        Supprimer votre compte
        La suppression de votre compte {app} a été demandée. Le lien la confirme. Il est valable 24 heures, \
        une seule fois.
        Saisissez l’e-mail de votre compte {app}. Nous vous enverrons un lien de confirmation.
        Votre e-mail, votre mot de passe, votre nom, vos appareils et vos liens sont supprimés. Ce qui a \
        été joué et gagné reste sous un numéro qui ne mène à personne.
        E-mail
        Envoyer le lien
        S’il existe un compte avec cet e-mail, le lien est en route. Il est valable 24 heures.
        Ce n’est pas une adresse e-mail.
        Votre compte {app} sera supprimé le {date}, sauf si vous vous connectez avant.
        Vous avez été déconnecté partout. Votre compte sera supprimé le {date}. Pour le garder, \
        connectez-vous avant cette date.
        """,
        .spanish: """
        Esta contraseña apareció en una filtración de otro servicio. Elige otra.
        Eliminar tu cuenta
        Alguien ha pedido eliminar tu cuenta de {app}. El enlace lo confirma. Vale 24 horas y una sola vez.
        Escribe el correo de tu cuenta de {app}. Te enviaremos un enlace para confirmarlo.
        Se eliminan tu correo, tu contraseña, tu nombre, tus dispositivos y tus enlaces. Lo jugado y ganado \
        queda bajo un número que no lleva a nadie.
        Correo
        Enviar el enlace
        Si hay una cuenta con este correo, el enlace está en camino. Vale 24 horas.
        Esto no es una dirección de correo.
        Tu cuenta de {app} se eliminará el {date}, a no ser que inicies sesión antes.
        Se han cerrado todas tus sesiones. Tu cuenta se eliminará el {date}. Si quieres conservarla, inicia \
        sesión antes.
        """,
        .portuguese: """
        Esta senha apareceu em um vazamento de outro serviço. Escolha outra.
        Excluir sua conta
        Alguém pediu a exclusão da sua conta do {app}. O link confirma o pedido. Ele vale por 24 horas e só \
        uma vez.
        Digite o e-mail da sua conta do {app}. Enviaremos um link para confirmar.
        Seu e-mail, sua senha, seu nome, seus dispositivos e seus links são excluídos. O que foi jogado e \
        ganho fica sob um número que não leva a ninguém.
        E-mail
        Enviar o link
        Se houver uma conta com este e-mail, o link está a caminho. Ele vale por 24 horas.
        Este não é um endereço de e-mail.
        Sua conta do {app} será excluída em {date}, a menos que você entre antes disso.
        Todas as suas sessões foram encerradas. Sua conta será excluída em {date}. Se quiser mantê-la, \
        entre antes disso.
        """,
        .italian: """
        Questa password compare in una fuga di dati di un altro servizio. Scegline un’altra.
        Elimina il tuo account
        Qualcuno ha chiesto di eliminare il tuo account {app}. Il link lo conferma. Vale 24 ore e una sola \
        volta.
        Inserisci l’e-mail del tuo account {app}. Ti manderemo un link di conferma.
        La tua e-mail, la password, il nome, i dispositivi e i link vengono eliminati. Ciò che è stato \
        giocato e guadagnato resta sotto un numero che non porta a nessuno.
        E-mail
        Invia il link
        Se esiste un account con questa e-mail, il link è in arrivo. Vale 24 ore.
        Questo non è un indirizzo e-mail.
        Il tuo account {app} sarà eliminato il {date}, a meno che tu non acceda prima.
        Tutte le tue sessioni sono state chiuse. Il tuo account sarà eliminato il {date}. Se vuoi tenerlo, \
        accedi prima.
        """,
        .dutch: """
        Dit wachtwoord staat in een datalek van een andere dienst. Kies een ander.
        Je account verwijderen
        Iemand vroeg om je account bij {app} te verwijderen. De link bevestigt dat. Hij is 24 uur geldig, \
        en één keer.
        Vul het e-mailadres van je account bij {app} in. We sturen je een link om het te bevestigen.
        Je e-mailadres, wachtwoord, naam, apparaten en links worden verwijderd. Wat gespeeld en verdiend \
        is, blijft onder een nummer dat naar niemand leidt.
        E-mailadres
        Link sturen
        Als er een account met dit e-mailadres is, is de link onderweg. Hij is 24 uur geldig.
        Dit is geen e-mailadres.
        Je account bij {app} wordt op {date} verwijderd, tenzij je daarvoor inlogt.
        Je bent overal uitgelogd. Je account wordt op {date} verwijderd. Wil je het houden, log dan voor \
        die tijd in.
        """,
        .polish: """
        To hasło znalazło się w wycieku z innego serwisu. Wybierz inne.
        Usuń swoje konto
        Ktoś poprosił o usunięcie twojego konta w {app}. Link to potwierdza. Jest ważny 24 godziny i tylko \
        raz.
        Podaj e-mail swojego konta w {app}. Wyślemy ci link do potwierdzenia.
        Twój e-mail, hasło, imię, urządzenia i linki zostaną usunięte. To, co zagrano i zdobyto, zostaje \
        pod numerem, który do nikogo nie prowadzi.
        E-mail
        Wyślij link
        Jeśli istnieje konto z tym adresem e-mail, link jest już w drodze. Jest ważny 24 godziny.
        To nie jest adres e-mail.
        Twoje konto w {app} zostanie usunięte {date}, chyba że wcześniej się zalogujesz.
        Wszystkie sesje zostały zakończone. Twoje konto zostanie usunięte {date}. Jeśli chcesz je zachować, \
        zaloguj się wcześniej.
        """,
        .turkish: """
        Bu şifre başka bir hizmetin veri sızıntısında bulundu. Başka bir şifre seç.
        Hesabını sil
        Biri {app} hesabının silinmesini istedi. Bağlantı bunu onaylar; 24 saat ve bir kez geçerlidir.
        {app} hesabının e-postasını gir. Sana onay için bir bağlantı göndereceğiz.
        E-postan, şifren, adın, cihazların ve bağlantıların silinir. Oynananlar ve kazanılanlar kimseye \
        götürmeyen bir numara altında kalır.
        E-posta
        Bağlantıyı gönder
        Bu e-postayla bir hesap varsa bağlantı yolda. Bağlantı 24 saat geçerlidir.
        Bu bir e-posta adresi değil.
        Daha önce giriş yapmazsan {app} hesabın şu tarihte silinecek: {date}.
        Her yerde oturumun kapatıldı. Hesabın şu tarihte silinecek: {date}. Onu korumak istersen daha önce \
        giriş yap.
        """,
        .indonesian: """
        Kata sandi ini ditemukan dalam kebocoran data layanan lain. Pilih yang lain.
        Hapus akun Anda
        Seseorang meminta akun {app} Anda dihapus. Tautan ini mengonfirmasinya. Tautan berlaku 24 jam dan \
        hanya sekali.
        Masukkan email akun {app} Anda. Kami akan mengirim tautan untuk konfirmasi.
        Email, kata sandi, nama, perangkat, dan tautan Anda dihapus. Yang telah dimainkan dan diperoleh \
        tetap ada di bawah nomor yang tidak menunjuk siapa pun.
        Email
        Kirim tautan
        Jika ada akun dengan email ini, tautan sedang dikirim. Tautan berlaku 24 jam.
        Ini bukan alamat email.
        Akun {app} Anda akan dihapus pada {date}, kecuali Anda masuk sebelum itu.
        Semua sesi Anda telah diakhiri. Akun Anda akan dihapus pada {date}. Jika ingin menyimpannya, \
        masuklah sebelum itu.
        """,
        .arabic: """
        ظهرت كلمة المرور هذه في تسريب من خدمة أخرى. اختر كلمة أخرى.
        حذف حسابك
        طلب أحدهم حذف حسابك في {app}. يؤكد الرابط ذلك، وهو صالح لمدة 24 ساعة ولمرة واحدة.
        أدخل البريد الإلكتروني لحسابك في {app}. سنرسل إليك رابطًا للتأكيد.
        يُحذف بريدك وكلمة مرورك واسمك وأجهزتك وروابطك. أما ما لُعب وما كُسب فيبقى تحت رقم لا يدل على أحد.
        البريد الإلكتروني
        إرسال الرابط
        إذا كان هناك حساب بهذا البريد، فالرابط في طريقه إليك. وهو صالح لمدة 24 ساعة.
        هذا ليس عنوان بريد إلكتروني.
        سيُحذف حسابك في {app} بتاريخ {date}، ما لم تسجّل الدخول قبل ذلك.
        أُنهيت جميع جلساتك. سيُحذف حسابك بتاريخ {date}. إن أردت الاحتفاظ به، فسجّل الدخول قبل ذلك.
        """,
        .hebrew: """
        הסיסמה הזו נמצאה בדליפה משירות אחר. יש לבחור סיסמה אחרת.
        מחיקת החשבון
        מישהו ביקש למחוק את החשבון שלך ב-{app}. הקישור מאשר זאת. הוא תקף ל-24 שעות ולפעם אחת.
        יש להזין את כתובת הדוא״ל של החשבון שלך ב-{app}. נשלח אליך קישור לאישור.
        כתובת הדוא״ל, הסיסמה, השם, המכשירים והקישורים שלך נמחקים. מה ששוחק והורווח נשאר תחת מספר שאינו \
        מוביל לאיש.
        דוא״ל
        שליחת הקישור
        אם יש חשבון עם הכתובת הזו, הקישור בדרך. הוא תקף ל-24 שעות.
        זו אינה כתובת דוא״ל.
        החשבון שלך ב-{app} יימחק בתאריך {date}, אלא אם תהיה התחברות לפני כן.
        נותקת מכל המכשירים. החשבון שלך יימחק בתאריך {date}. כדי לשמור עליו יש להתחבר לפני כן.
        """,
        .hindi: """
        यह पासवर्ड किसी दूसरी सेवा के लीक में मिला है। दूसरा चुनें।
        अपना खाता हटाएँ
        किसी ने {app} का आपका खाता हटाने के लिए कहा है। लिंक इसकी पुष्टि करता है। वह 24 घंटे तक और एक ही \
        बार मान्य है।
        {app} के अपने खाते का ईमेल डालें। हम आपको पुष्टि के लिए लिंक भेजेंगे।
        आपका ईमेल, पासवर्ड, नाम, डिवाइस और लिंक हटा दिए जाते हैं। जो खेला और कमाया गया, वह ऐसे नंबर के नीचे \
        रहता है जो किसी तक नहीं ले जाता।
        ईमेल
        लिंक भेजें
        अगर इस ईमेल का कोई खाता है, तो लिंक भेज दिया गया है। वह 24 घंटे तक मान्य है।
        यह ईमेल पता नहीं है।
        {app} का आपका खाता {date} को हटा दिया जाएगा, जब तक आप उससे पहले साइन इन न करें।
        आपको हर जगह से साइन आउट कर दिया गया है। आपका खाता {date} को हटा दिया जाएगा। उसे रखना चाहें, तो उससे \
        पहले साइन इन करें।
        """,
        .japanese: """
        このパスワードは他のサービスの流出で見つかっています。別のものを選んでください。
        アカウントの削除
        {app} のアカウントの削除がリクエストされました。リンクを開くと確認できます。リンクは 24 時間、1 回だけ有効です。
        {app} のアカウントのメールアドレスを入力してください。確認用のリンクをお送りします。
        メールアドレス、パスワード、名前、端末、リンクは削除されます。プレイの記録と獲得したものは、誰にもつながらない番号で残ります。
        メールアドレス
        リンクを送信
        このメールアドレスのアカウントがあれば、リンクをお送りしました。リンクは 24 時間有効です。
        メールアドレスではありません。
        それまでにログインしない場合、{app} のアカウントは {date} に削除されます。
        すべての端末からログアウトしました。アカウントは {date} に削除されます。残したい場合は、それまでにログインしてください。
        """,
        .korean: """
        다른 서비스에서 유출된 비밀번호입니다. 다른 비밀번호를 선택하세요.
        계정 삭제
        {app} 계정의 삭제가 요청되었습니다. 링크를 열어 확인할 수 있으며, 24시간 동안 한 번만 유효합니다.
        {app} 계정의 이메일을 입력하세요. 확인 링크를 보내 드립니다.
        이메일, 비밀번호, 이름, 기기, 링크가 삭제됩니다. 플레이 기록과 획득한 것은 누구에게도 연결되지 않는 번호로 남습니다.
        이메일
        링크 보내기
        이 이메일의 계정이 있으면 링크를 보내 드렸습니다. 링크는 24시간 동안 유효합니다.
        이메일 주소가 아닙니다.
        그 전에 로그인하지 않으면 {app} 계정은 {date}에 삭제됩니다.
        모든 기기에서 로그아웃되었습니다. 계정은 {date}에 삭제됩니다. 계속 사용하려면 그 전에 로그인하세요.
        """,
        .chineseSimplified: """
        此密码出现在其他服务的泄露数据中。请换一个。
        删除你的账号
        有人申请删除你的 {app} 账号。打开链接即可确认。链接 24 小时内有效，仅限一次。
        请输入你的 {app} 账号的邮箱。我们会向你发送确认链接。
        你的邮箱、密码、姓名、设备和链接将被删除。游戏记录和所得会保留在一个不指向任何人的编号下。
        邮箱
        发送链接
        如果有使用此邮箱的账号，链接已经发出。链接 24 小时内有效。
        这不是邮箱地址。
        你的 {app} 账号将于 {date} 删除，除非你在此之前登录。
        你已在所有设备上退出登录。你的账号将于 {date} 删除。如果想保留，请在此之前登录。
        """,
        .chineseTraditional: """
        此密碼出現在其他服務的外洩資料中。請換一個。
        刪除你的帳號
        有人申請刪除你的 {app} 帳號。開啟連結即可確認。連結 24 小時內有效，僅限一次。
        請輸入你的 {app} 帳號的電子郵件。我們會傳送確認連結給你。
        你的電子郵件、密碼、姓名、裝置和連結將被刪除。遊戲記錄和所得會保留在一個不指向任何人的編號下。
        電子郵件
        傳送連結
        如果有使用此電子郵件的帳號，連結已經寄出。連結 24 小時內有效。
        這不是電子郵件地址。
        你的 {app} 帳號將於 {date} 刪除，除非你在此之前登入。
        你已在所有裝置上登出。你的帳號將於 {date} 刪除。如果想保留，請在此之前登入。
        """,
        .russian: """
        Этот пароль найден в утечке другого сервиса. Выберите другой.
        Удалить учётную запись
        Кто-то запросил удаление вашей учётной записи в {app}. Ссылка подтверждает это. Она действует 24 \
        часа и один раз.
        Введите адрес почты вашей учётной записи в {app}. Мы пришлём ссылку для подтверждения.
        Ваш адрес, пароль, имя, устройства и ссылки удаляются. То, что сыграно и заработано, остаётся под \
        номером, который ни к кому не ведёт.
        Адрес почты
        Отправить ссылку
        Если учётная запись с этим адресом есть, ссылка уже в пути. Она действует 24 часа.
        Это не адрес электронной почты.
        Ваша учётная запись в {app} будет удалена {date}, если до этого вы не войдёте.
        Все сеансы завершены. Ваша учётная запись будет удалена {date}. Если хотите её сохранить, войдите \
        до этого.
        """,
        .ukrainian: """
        Цей пароль знайдено у витоку іншого сервісу. Виберіть інший.
        Видалити обліковий запис
        Хтось попросив видалити ваш обліковий запис у {app}. Посилання підтверджує це. Воно дійсне 24 \
        години й один раз.
        Введіть адресу пошти вашого облікового запису в {app}. Ми надішлемо посилання для підтвердження.
        Вашу адресу, пароль, ім’я, пристрої та посилання буде видалено. Зігране й зароблене залишається під \
        номером, який ні до кого не веде.
        Адреса пошти
        Надіслати посилання
        Якщо обліковий запис із цією адресою є, посилання вже в дорозі. Воно дійсне 24 години.
        Це не адреса електронної пошти.
        Ваш обліковий запис у {app} буде видалено {date}, якщо до того ви не ввійдете.
        Усі сеанси завершено. Ваш обліковий запис буде видалено {date}. Якщо хочете його зберегти, увійдіть \
        до того.
        """,
    ]
}
