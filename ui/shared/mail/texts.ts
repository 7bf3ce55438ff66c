import { defineTexts } from '../i18n/define'

/** Why mail is not sent, and the test of the company's server. */
export const mailTexts = defineTexts('mail', {
  'pt-BR': {
    failure: {
      notConfigured: 'A empresa não tem servidor de e-mail configurado',
      badAddress: 'O endereço não é válido',
      badHeader: 'O assunto tem um sinal que não pode ser enviado',
      notPublic: 'O endereço do servidor não está na internet',
      unknownHost: 'O servidor não foi encontrado: confira o endereço',
      unreachable: 'O servidor não respondeu',
      timeout: 'O servidor demorou demais',
      notSmtp: 'Nesse endereço não há um servidor de e-mail: confira a porta',
      noTls: 'A conexão segura não foi possível',
      login: 'O servidor recusou o usuário ou a senha',
      sender: 'O servidor recusou o remetente',
      recipient: 'O servidor recusou o endereço',
      message: 'O servidor recusou a mensagem',
      unconfirmed: 'A conexão caiu antes da confirmação: pode ter chegado ou não',
      cancelled: 'O envio foi interrompido',
      noPassword: 'Falta a senha do e-mail: ela não fica guardada',
      interrupted: 'O Balcão parou durante o envio: pode ter chegado ou não',
      late: 'O Balcão esteve desligado na hora do envio',
      stopped: 'As tentativas foram paradas',
      erased: 'Os dados desta pessoa foram apagados',
      restored: 'Um backup foi restaurado durante o envio: pode ter chegado ou não',
      fileMissing: 'Um anexo não está mais no servidor',
      bounced: 'O servidor de quem recebe devolveu o e-mail',
    },
    refusedLogin: {
      smtpOff:
        'O Microsoft 365 está com o SMTP autenticado desligado nesta conta: peça ao administrador para ativá-lo nos aplicativos de e-mail do usuário',
      passwordOff:
        'A Microsoft não aceita mais senha nesta conta, e o Balcão entra com senha: use outro servidor de envio',
      policy:
        'Uma regra de segurança da organização no Microsoft 365 bloqueou o acesso: o administrador precisa liberar esta conta',
      appPassword:
        'O Google pede uma senha de app: crie uma em myaccount.google.com/apppasswords e digite-a no lugar da senha da conta',
      google:
        'O Google não aceitou o usuário ou a senha: use o endereço completo e uma senha de app, não a senha da conta',
      browser: 'O Google quer que alguém entre na conta pelo navegador: entre, confirme que foi você e tente de novo',
      tooMany: 'Foram tentativas demais: confira a senha e espere uma hora antes de tentar de novo',
      credentials:
        'O servidor não aceitou o usuário ou a senha: use o endereço de e-mail completo e a senha da caixa postal, não a do painel da hospedagem',
    },
    server: {
      title: 'Servidor da empresa',
      host: 'Endereço',
      user: 'Usuário',
      from: 'Remetente',
      state: 'Estado',
      needsPassword: 'Pede a senha a cada e-mail',
      test: 'Testar',
      answers: 'Responde, {ms} ms',
    },
  },
  en: {
    failure: {
      notConfigured: 'The company has no mail server set up',
      badAddress: 'The address is not valid',
      badHeader: 'The subject has a character that cannot be sent',
      notPublic: 'The server’s address is not on the internet',
      unknownHost: 'The server was not found: check its address',
      unreachable: 'The server did not respond',
      timeout: 'The server took too long',
      notSmtp: 'There is no mail server at this address: check the port',
      noTls: 'A secure connection was not possible',
      login: 'The server refused the user or password',
      sender: 'The server refused the sender',
      recipient: 'The server refused the address',
      message: 'The server refused the message',
      unconfirmed: 'The connection was lost before the confirmation: it may or may not have arrived',
      cancelled: 'Sending was interrupted',
      noPassword: 'The mail password is missing: it is not stored',
      interrupted: 'Balcão stopped while sending: it may or may not have arrived',
      late: 'Balcão was off when it was due',
      stopped: 'The tries were stopped',
      erased: 'This person’s data was erased',
      restored: 'A backup was restored while sending: it may or may not have arrived',
      fileMissing: 'An attachment is no longer on the server',
      bounced: 'The recipient’s server returned the email',
    },
    refusedLogin: {
      smtpOff:
        'Microsoft 365 has authenticated SMTP turned off for this account: ask the administrator to turn it on in the user’s email apps',
      passwordOff:
        'Microsoft no longer takes a password for this account, and Balcão signs in with one: use another outgoing server',
      policy:
        'A security rule of the organization in Microsoft 365 blocked the sign-in: the administrator must allow this account',
      appPassword:
        'Google asks for an app password: create one at myaccount.google.com/apppasswords and type it instead of the account’s password',
      google:
        'Google did not accept the user or password: use the full address and an app password, not the account’s password',
      browser:
        'Google wants someone to sign in to the account in a browser: sign in, confirm that it was you, and try again',
      tooMany: 'There were too many tries: check the password and wait an hour before trying again',
      credentials:
        'The server did not accept the user or password: use the full email address and the mailbox’s password, not that of the hosting panel',
    },
    server: {
      title: 'Company’s server',
      host: 'Address',
      user: 'User',
      from: 'Sender',
      state: 'State',
      needsPassword: 'Needs the password for each email',
      test: 'Test',
      answers: 'Responds, {ms} ms',
    },
  },
  es: {
    failure: {
      notConfigured: 'La empresa no tiene servidor de correo configurado',
      badAddress: 'La dirección no es válida',
      badHeader: 'El asunto tiene un signo que no se puede enviar',
      notPublic: 'La dirección del servidor no está en internet',
      unknownHost: 'No se encontró el servidor: revise la dirección',
      unreachable: 'El servidor no respondió',
      timeout: 'El servidor tardó demasiado',
      notSmtp: 'En esa dirección no hay un servidor de correo: revise el puerto',
      noTls: 'La conexión segura no fue posible',
      login: 'El servidor rechazó el usuario o la contraseña',
      sender: 'El servidor rechazó el remitente',
      recipient: 'El servidor rechazó la dirección',
      message: 'El servidor rechazó el mensaje',
      unconfirmed: 'La conexión se cayó antes de la confirmación: puede haber llegado o no',
      cancelled: 'El envío se interrumpió',
      noPassword: 'Falta la contraseña del correo: no se guarda',
      interrupted: 'Balcão se detuvo durante el envío: puede haber llegado o no',
      late: 'Balcão estaba apagado a la hora del envío',
      stopped: 'Se dejó de intentar',
      erased: 'Los datos de esta persona fueron borrados',
      restored: 'Se restauró una copia durante el envío: puede haber llegado o no',
      fileMissing: 'Un adjunto ya no está en el servidor',
      bounced: 'El servidor de quien recibe devolvió el correo',
    },
    refusedLogin: {
      smtpOff:
        'Microsoft 365 tiene desactivado el SMTP autenticado en esta cuenta: pida al administrador que lo active en las aplicaciones de correo del usuario',
      passwordOff:
        'Microsoft ya no acepta contraseña en esta cuenta, y Balcão entra con contraseña: use otro servidor de envío',
      policy:
        'Una regla de seguridad de la organización en Microsoft 365 bloqueó el acceso: el administrador debe permitir esta cuenta',
      appPassword:
        'Google pide una contraseña de aplicación: cree una en myaccount.google.com/apppasswords y escríbala en lugar de la contraseña de la cuenta',
      google:
        'Google no aceptó el usuario o la contraseña: use la dirección completa y una contraseña de aplicación, no la de la cuenta',
      browser:
        'Google quiere que alguien entre en la cuenta desde el navegador: entre, confirme que es la persona titular e intente de nuevo',
      tooMany: 'Hubo demasiados intentos: revise la contraseña y espere una hora antes de intentar de nuevo',
      credentials:
        'El servidor no aceptó el usuario o la contraseña: use la dirección de correo completa y la contraseña del buzón, no la del panel del alojamiento',
    },
    server: {
      title: 'Servidor de la empresa',
      host: 'Dirección',
      user: 'Usuario',
      from: 'Remitente',
      state: 'Estado',
      needsPassword: 'Pide la contraseña en cada correo',
      test: 'Probar',
      answers: 'Responde, {ms} ms',
    },
  },
  tr: {
    failure: {
      notConfigured: 'Şirketin ayarlanmış bir e-posta sunucusu yok',
      badAddress: 'Adres geçerli değil',
      badHeader: 'Konuda gönderilemeyen bir karakter var',
      notPublic: 'Sunucunun adresi internette değil',
      unknownHost: 'Sunucu bulunamadı: adresi kontrol edin',
      unreachable: 'Sunucu yanıt vermedi',
      timeout: 'Sunucu çok uzun sürdü',
      notSmtp: 'Bu adreste e-posta sunucusu yok: bağlantı noktasını kontrol edin',
      noTls: 'Güvenli bağlantı kurulamadı',
      login: 'Sunucu kullanıcıyı veya parolayı reddetti',
      sender: 'Sunucu göndereni reddetti',
      recipient: 'Sunucu adresi reddetti',
      message: 'Sunucu mesajı reddetti',
      unconfirmed: 'Bağlantı onaydan önce koptu: ulaşmış da olabilir, ulaşmamış da',
      cancelled: 'Gönderim yarıda kaldı',
      noPassword: 'E-posta parolası eksik: kaydedilmiyor',
      interrupted: 'Balcão gönderirken durdu: ulaşmış da olabilir, ulaşmamış da',
      late: 'Gönderim saatinde Balcão kapalıydı',
      stopped: 'Denemeler durduruldu',
      erased: 'Bu kişinin verileri silindi',
      restored: 'Gönderirken bir yedek geri yüklendi: ulaşmış da olabilir, ulaşmamış da',
      fileMissing: 'Bir ek artık sunucuda değil',
      bounced: 'Alıcının sunucusu e-postayı geri çevirdi',
    },
    refusedLogin: {
      smtpOff:
        'Microsoft 365’te bu hesap için kimlik doğrulamalı SMTP kapalı: yöneticiden kullanıcının e-posta uygulamalarında açmasını isteyin',
      passwordOff:
        'Microsoft bu hesapta artık parola kabul etmiyor, Balcão ise parolayla giriyor: başka bir gönderim sunucusu kullanın',
      policy:
        'Kuruluşun Microsoft 365’teki bir güvenlik kuralı girişi engelledi: yöneticinin bu hesaba izin vermesi gerekir',
      appPassword:
        'Google bir uygulama şifresi istiyor: myaccount.google.com/apppasswords adresinde oluşturup hesap parolasının yerine yazın',
      google:
        'Google kullanıcıyı veya parolayı kabul etmedi: tam adresi ve bir uygulama şifresi kullanın, hesap parolasını değil',
      browser:
        'Google, hesaba tarayıcıdan giriş yapılmasını istiyor: girin, siz olduğunuzu onaylayın ve yeniden deneyin',
      tooMany: 'Çok fazla deneme yapıldı: parolayı kontrol edin ve yeniden denemeden önce bir saat bekleyin',
      credentials:
        'Sunucu kullanıcıyı veya parolayı kabul etmedi: tam e-posta adresini ve posta kutusunun parolasını kullanın, barındırma panelininkini değil',
    },
    server: {
      title: 'Şirketin sunucusu',
      host: 'Adres',
      user: 'Kullanıcı',
      from: 'Gönderen',
      state: 'Durum',
      needsPassword: 'Her e-postada parola ister',
      test: 'Sına',
      answers: 'Yanıt veriyor, {ms} ms',
    },
  },
})
