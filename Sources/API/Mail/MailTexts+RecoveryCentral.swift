extension MailTexts {
    static let recoveryCentral: [PageLanguage: String] = [
        .polish: """
        Nowy sposób logowania do twojego konta
        Do twojego konta w {app} można się teraz zalogować przez {way}. Jeśli to nie twoja zmiana, cofnij \
        ją w ciągu 72 godzin: wszyscy zostaną wylogowani, a ty wybierzesz nowe hasło.
        Usunięto sposób logowania
        Do twojego konta w {app} nie można się już zalogować przez {way}. Jeśli to nie twoja zmiana, cofnij \
        ją w ciągu 72 godzin: wszyscy zostaną wylogowani, a ty wybierzesz nowe hasło.
        Cofnij
        Cofnij zmianę
        Twoje konto jest takie jak przed zmianą i wszyscy zostali wylogowani. Wysłaliśmy ci link do wyboru \
        nowego hasła.
        Twoje konto w {app} ma nowe hasło i wszystkie inne urządzenia zostały wylogowane. Jeśli to nie ty, \
        cofnij to w ciągu 72 godzin: wszyscy zostaną wylogowani, a ty wybierzesz nowe hasło.
        Twój e-mail został zmieniony
        Twoje konto w {app} ma znów swój wcześniejszy adres e-mail. Ten adres już do niego nie należy.
        Twoje konto ma zostać usunięte
        Twoje konto w {app} zostanie usunięte {date}. Jeśli chcesz je zachować, zaloguj się wcześniej. \
        Jeśli to nie twoja prośba, cofnij ją: wszyscy zostaną wylogowani, a ty wybierzesz nowe hasło.
        Nadal możesz się logować przez: {ways}. Usuń w aplikacji to, co nie jest twoje.
        Czy to twoje konto?
        Ktoś podał {email} dla konta w {app} i nigdy tego nie potwierdził. Jeśli to nie twoje konto, usuń z \
        niego swój adres. Konto zostaje przy osobie, która je założyła.
        Usuń mój adres
        To nie moje konto
        {email} nie należy już do tego konta.
        To konto można otworzyć także przez: {ways}. Nie potwierdzaj, jeśli to nie twoje sposoby logowania.
        Ktoś używał tego konta w ciągu ostatnich trzech dni. Twoje nowe hasło będzie działać od {date}, \
        chyba że odrzuci je ktoś zalogowany.
        Własne logowanie aplikacji
        Administrator zmienił twoje konto w {app}: możliwe, że wszyscy będą musieli zalogować się ponownie. \
        Jeśli to dla ciebie niespodziewane, napisz do osób, które prowadzą aplikację.
        """,
        .turkish: """
        Hesabına giriş için yeni bir yol
        {app} hesabına artık {way} ile giriş yapılabilir. Bunu sen eklemediysen 72 saat içinde geri al: \
        herkesin oturumu kapatılır ve yeni bir şifre seçersin.
        Bir giriş yolu kaldırıldı
        {app} hesabına artık {way} ile giriş yapılamaz. Bunu sen kaldırmadıysan 72 saat içinde geri al: \
        herkesin oturumu kapatılır ve yeni bir şifre seçersin.
        Geri al
        Değişikliği geri al
        Hesabın değişiklikten önceki haline döndü ve herkesin oturumu kapatıldı. Sana yeni bir şifre seçmen \
        için bir bağlantı gönderdik.
        {app} hesabının yeni bir şifresi var ve diğer tüm cihazlarda oturum kapatıldı. Bu sen değilsen 72 \
        saat içinde geri al: herkesin oturumu kapatılır ve yeni bir şifre seçersin.
        E-postan değiştirildi
        {app} hesabının e-posta adresi yeniden önceki adres oldu. Bu adres artık o hesaba ait değil.
        Hesabın silinecek
        {app} hesabın şu tarihte silinecek: {date}. Onu korumak istersen daha önce giriş yap. Bunu sen \
        istemediysen geri al: herkesin oturumu kapatılır ve yeni bir şifre seçersin.
        Şunlarla hâlâ giriş yapabilirsin: {ways}. Sana ait olmayanları uygulamadan kaldır.
        Bu hesap senin mi?
        Biri bir {app} hesabı için {email} adresini girdi ve hiç onaylamadı. Hesap senin değilse adresini \
        hesaptan kaldır. Hesap, onu oluşturan kişide kalır.
        Adresimi kaldır
        Bu benim hesabım değil
        {email} artık o hesaba ait değil.
        Bu hesap şunlarla da açılabilir: {ways}. Sana ait değillerse onaylama.
        Son üç gün içinde biri bu hesabı kullandı. Oturumu açık olan biri reddetmezse yeni şifren şu \
        tarihten itibaren geçerli olur: {date}.
        Uygulamanın kendi girişi
        Bir yönetici {app} hesabını değiştirdi: herkesin yeniden giriş yapması gerekebilir. Bunu \
        beklemiyorsan uygulamayı işletenlere yaz.
        """,
        .indonesian: """
        Cara baru untuk masuk ke akun Anda
        {way} kini dapat digunakan untuk masuk ke akun {app} Anda. Jika bukan Anda yang menambahkannya, \
        urungkan dalam 72 jam: semua sesi diakhiri dan Anda memilih kata sandi baru.
        Satu cara masuk telah dihapus
        {way} tidak dapat lagi digunakan untuk masuk ke akun {app} Anda. Jika bukan Anda yang menghapusnya, \
        urungkan dalam 72 jam: semua sesi diakhiri dan Anda memilih kata sandi baru.
        Urungkan
        Urungkan perubahan
        Akun Anda kembali seperti sebelum perubahan dan semua sesi telah diakhiri. Kami telah mengirim \
        tautan untuk memilih kata sandi baru.
        Akun {app} Anda memiliki kata sandi baru dan sesi di semua perangkat lain telah diakhiri. Jika itu \
        bukan Anda, urungkan dalam 72 jam: semua sesi diakhiri dan Anda memilih kata sandi baru.
        Email Anda telah diubah
        Akun {app} Anda kembali memakai alamat email sebelumnya. Alamat ini tidak lagi terhubung dengan \
        akun itu.
        Akun Anda akan dihapus
        Akun {app} Anda akan dihapus pada {date}. Jika ingin menyimpannya, masuklah sebelum itu. Jika Anda \
        tidak memintanya, urungkan: semua sesi diakhiri dan Anda memilih kata sandi baru.
        Anda masih dapat masuk dengan: {ways}. Di aplikasi, hapus yang bukan milik Anda.
        Apakah akun ini milik Anda?
        Seseorang memasukkan {email} untuk sebuah akun {app} dan tidak pernah mengonfirmasinya. Jika akun \
        itu bukan milik Anda, lepaskan alamat Anda darinya. Akun itu tetap milik orang yang membuatnya.
        Lepaskan alamat saya
        Ini bukan akun saya
        {email} tidak lagi terhubung dengan akun itu.
        Akun ini juga dapat dibuka dengan: {ways}. Jangan konfirmasi jika itu bukan milik Anda.
        Seseorang menggunakan akun ini dalam tiga hari terakhir. Kata sandi baru Anda berlaku mulai {date}, \
        kecuali seseorang yang sedang masuk ke akun ini menolaknya.
        Sistem masuk aplikasi
        Seorang administrator mengubah akun {app} Anda: semua orang mungkin harus masuk lagi. Jika Anda \
        tidak menduganya, tulislah kepada pengelola aplikasi.
        """,
        .russian: """
        Новый способ входа в вашу учётную запись
        В вашу учётную запись в {app} теперь можно войти через {way}. Если вы этого не добавляли, отмените \
        изменение в течение 72 часов: все сеансы завершатся, и вы выберете новый пароль.
        Способ входа удалён
        В вашу учётную запись в {app} больше нельзя войти через {way}. Если вы этого не удаляли, отмените \
        изменение в течение 72 часов: все сеансы завершатся, и вы выберете новый пароль.
        Отменить изменение
        Отменить изменение
        Ваша учётная запись снова такая, какой была до изменения, и все сеансы завершены. Мы отправили вам \
        ссылку, чтобы выбрать новый пароль.
        У вашей учётной записи в {app} новый пароль, и сеансы на всех других устройствах завершены. Если \
        это были не вы, отмените изменение в течение 72 часов: все сеансы завершатся, и вы выберете новый \
        пароль.
        Ваш адрес почты изменён
        У вашей учётной записи в {app} снова прежний адрес почты. Этот адрес с ней больше не связан.
        Ваша учётная запись будет удалена
        Ваша учётная запись в {app} будет удалена {date}. Если хотите её сохранить, войдите до этого. Если \
        вы этого не запрашивали, отмените изменение: все сеансы завершатся, и вы выберете новый пароль.
        Вы по-прежнему можете войти через: {ways}. Удалите в приложении то, что вам не принадлежит.
        Это ваша учётная запись?
        Кто-то ввёл {email} для учётной записи в {app} и так и не подтвердил этот адрес. Если это не ваша \
        учётная запись, уберите из неё свой адрес. Учётная запись останется у того, кто её создал.
        Убрать мой адрес
        Это не моя учётная запись
        {email} больше не связан с этой учётной записью.
        Эту учётную запись можно открыть и через: {ways}. Не подтверждайте, если это вам не принадлежит.
        Кто-то пользовался этой учётной записью в последние три дня. Ваш новый пароль будет действовать с \
        {date}, если его не отклонит тот, кто уже вошёл.
        Собственный вход приложения
        Администратор изменил вашу учётную запись в {app}: возможно, всем придётся войти снова. Если вы \
        этого не ожидали, напишите тем, кто управляет приложением.
        """,
        .ukrainian: """
        Новий спосіб входу до вашого облікового запису
        До вашого облікового запису в {app} тепер можна ввійти через {way}. Якщо ви цього не додавали, \
        скасуйте зміну протягом 72 годин: усі сеанси завершаться, і ви виберете новий пароль.
        Спосіб входу видалено
        До вашого облікового запису в {app} більше не можна ввійти через {way}. Якщо ви цього не видаляли, \
        скасуйте зміну протягом 72 годин: усі сеанси завершаться, і ви виберете новий пароль.
        Скасувати зміну
        Скасувати зміну
        Ваш обліковий запис знову такий, яким був до зміни, і всі сеанси завершено. Ми надіслали вам \
        посилання, щоб вибрати новий пароль.
        Ваш обліковий запис у {app} має новий пароль, і сеанси на всіх інших пристроях завершено. Якщо це \
        були не ви, скасуйте зміну протягом 72 годин: усі сеанси завершаться, і ви виберете новий пароль.
        Вашу адресу пошти змінено
        Ваш обліковий запис у {app} знову має попередню адресу пошти. Ця адреса з ним більше не пов’язана.
        Ваш обліковий запис буде видалено
        Ваш обліковий запис у {app} буде видалено {date}. Якщо хочете його зберегти, увійдіть до того. Якщо \
        ви цього не просили, скасуйте зміну: усі сеанси завершаться, і ви виберете новий пароль.
        Ви й далі можете ввійти через: {ways}. Видаліть у застосунку те, що вам не належить.
        Це ваш обліковий запис?
        Хтось увів {email} для облікового запису в {app} і так і не підтвердив цю адресу. Якщо це не ваш \
        обліковий запис, приберіть із нього свою адресу. Обліковий запис залишиться в того, хто його створив.
        Прибрати мою адресу
        Це не мій обліковий запис
        {email} більше не пов’язано з цим обліковим записом.
        Цей обліковий запис можна відкрити й через: {ways}. Не підтверджуйте, якщо це вам не належить.
        Хтось користувався цим обліковим записом за останні три дні. Ваш новий пароль діятиме з {date}, \
        якщо його не відхилить той, хто вже ввійшов.
        Власний вхід застосунку
        Адміністратор змінив ваш обліковий запис у {app}: можливо, усім доведеться ввійти знову. Якщо ви \
        цього не очікували, напишіть тим, хто керує застосунком.
        """,
    ]
}
