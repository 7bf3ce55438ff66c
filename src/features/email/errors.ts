import { defineErrors } from '../../errors'

export const emailErrors = defineErrors({
  ERR_NO_EMAIL_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'E-mail não encontrado.',
      en: 'Email not found.',
      es: 'Correo no encontrado.',
      tr: 'E-posta bulunamadı.',
    },
  },
  /** `details`: how many files, and bytes in all, an e-mail may have. */
  ERR_EMAIL_FILES: {
    status: 413,
    texts: {
      'pt-BR': 'Anexos demais: no máximo 10 arquivos, com 10 MB ao todo.',
      en: 'Too many attachments: at most 10 files, with 10 MB in all.',
      es: 'Demasiados adjuntos: como máximo 10 archivos, con 10 MB en total.',
      tr: 'Çok fazla ek: en çok 10 dosya, toplam 10 MB.',
    },
  },
  ERR_EMAIL_FILE_GONE: {
    status: 409,
    texts: {
      'pt-BR': 'Um anexo não está mais no servidor: tire-o e anexe de novo.',
      en: 'An attachment is no longer on the server: remove it and attach it again.',
      es: 'Un adjunto ya no está en el servidor: quítelo y adjúntelo de nuevo.',
      tr: 'Bir ek artık sunucuda değil: kaldırıp yeniden ekleyin.',
    },
  },
  ERR_EMAIL_NOT_CONFIGURED: {
    status: 409,
    texts: {
      'pt-BR':
        'O servidor de e-mail da empresa não está configurado: um administrador faz isso em Configurações, Integrações.',
      en: 'The company’s mail server is not set up: an administrator can do so in Settings, Integrations.',
      es: 'El servidor de correo de la empresa no está configurado: un administrador puede hacerlo en Ajustes, Integraciones.',
      tr: 'Şirketin e-posta sunucusu ayarlanmamış: bir yönetici bunu Ayarlar, Entegrasyonlar bölümünde yapabilir.',
    },
  },
  /** The company's account at Google or Microsoft has to be signed in again. */
  ERR_EMAIL_SIGNED_OUT: {
    status: 409,
    texts: {
      'pt-BR':
        'A conta de e-mail da empresa saiu: um administrador precisa entrar de novo em Configurações, Integrações.',
      en: 'The company’s mail account was signed out: an administrator must sign in again in Settings, Integrations.',
      es: 'La cuenta de correo de la empresa se cerró: un administrador debe entrar de nuevo en Ajustes, Integraciones.',
      tr: 'Şirketin e-posta hesabının oturumu kapandı: bir yönetici Ayarlar, Entegrasyonlar bölümünde yeniden girmeli.',
    },
  },
  /** No password is stored, and none came with the e-mail. */
  ERR_EMAIL_PASSWORD: {
    status: 409,
    texts: {
      'pt-BR': 'A empresa não guardou a senha do e-mail: digite-a para este envio.',
      en: 'The company has not stored the mail password: type it for this email.',
      es: 'La empresa no guardó la contraseña del correo: escríbala para este envío.',
      tr: 'Şirket e-posta parolasını kaydetmemiş: bu gönderim için yazın.',
    },
  },
  /** A typed password is never stored, so it cannot be used for a later e-mail. */
  ERR_EMAIL_PASSWORD_STORED: {
    status: 409,
    texts: {
      'pt-BR': 'Para agendar, a senha do e-mail precisa estar guardada em Configurações, Integrações.',
      en: 'To schedule, the mail password must be stored in Settings, Integrations.',
      es: 'Para programar, la contraseña del correo debe estar guardada en Ajustes, Integraciones.',
      tr: 'Zamanlamak için e-posta parolası Ayarlar, Entegrasyonlar bölümünde kayıtlı olmalı.',
    },
  },
  /** It is being sent, or was sent. */
  ERR_EMAIL_LOCKED: {
    status: 409,
    texts: {
      'pt-BR': 'Este e-mail já começou a sair e não pode mais ser alterado.',
      en: 'This email is already on its way and can no longer be changed.',
      es: 'Este correo ya empezó a salir y no se puede cambiar.',
      tr: 'Bu e-posta gönderilmeye başladı ve artık değiştirilemez.',
    },
  },
  /** No copy failed, or it was retried meanwhile. */
  ERR_EMAIL_NOTHING_TO_RETRY: {
    status: 409,
    texts: {
      'pt-BR': 'Não há envio com falha neste e-mail.',
      en: 'Nothing in this email failed.',
      es: 'No hay envíos fallidos en este correo.',
      tr: 'Bu e-postada başarısız gönderim yok.',
    },
  },
  /** `details`: `limit`, how many are `left`, and `at`, when there is room for all `recipients`; `time` is its time of day. */
  ERR_EMAIL_HOURLY_LIMIT: {
    status: 429,
    texts: {
      'pt-BR': 'Cada pessoa envia a {limit} destinatários por hora: agora restam {left}, e às {time} cabem todos.',
      en: 'Each person sends to {limit} recipients an hour: {left} remain now, and at {time} there is room for all.',
      es: 'Cada persona envía a {limit} destinatarios por hora: ahora quedan {left}, y a las {time} caben todos.',
      tr: 'Her kişi saatte {limit} alıcıya gönderir: şu an {left} kaldı, saat {time} olduğunda hepsine yer var.',
    },
  },
  /** `details`: the `recipients` of the e-mail and the `limit`. */
  ERR_EMAIL_OVER_HOURLY_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'São {recipients} destinatários, e cada pessoa envia a {limit} por hora: divida o envio ou agende-o.',
      en: 'These are {recipients} recipients, and each person sends to {limit} an hour: divide the email or schedule it.',
      es: 'Son {recipients} destinatarios, y cada persona envía a {limit} por hora: divida el envío o prográmelo.',
      tr: '{recipients} alıcı var, her kişi ise saatte {limit} alıcıya gönderir: gönderimi bölün ya da zamanlayın.',
    },
  },
  ERR_EMAIL_TWICE: {
    status: 409,
    texts: {
      'pt-BR': 'Este endereço já está na lista de quem recebe.',
      en: 'This address is already among the recipients.',
      es: 'Esta dirección ya está entre los destinatarios.',
      tr: 'Bu adres zaten alıcılar arasında.',
    },
  },
  /** A mail server wrote it, or it names no address. */
  ERR_EMAIL_NO_REPLY: {
    status: 409,
    texts: {
      'pt-BR': 'Esta mensagem não pode ser respondida.',
      en: 'This message cannot be answered.',
      es: 'Este mensaje no se puede responder.',
      tr: 'Bu mesaj yanıtlanamaz.',
    },
  },
  ERR_NO_EMAIL_TEMPLATE_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Modelo de e-mail não encontrado.',
      en: 'Email template not found.',
      es: 'Plantilla de correo no encontrada.',
      tr: 'E-posta şablonu bulunamadı.',
    },
  },
  ERR_EMAIL_TEMPLATE_EXISTS: {
    status: 409,
    texts: {
      'pt-BR': 'Já existe um modelo de e-mail com este nome.',
      en: 'An email template with this name already exists.',
      es: 'Ya existe una plantilla de correo con este nombre.',
      tr: 'Bu adla bir e-posta şablonu zaten var.',
    },
  },
  /** `details.most`: templates per company. */
  ERR_EMAIL_TEMPLATE_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'A empresa já tem o máximo de modelos de e-mail.',
      en: 'The company has reached its limit of email templates.',
      es: 'La empresa ya tiene el máximo de plantillas de correo.',
      tr: 'Şirketin e-posta şablonu sayısı sınıra ulaştı.',
    },
  },
  /** `details.most`: e-mails per company. */
  ERR_EMAIL_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'A empresa já tem o máximo de e-mails guardados.',
      en: 'The company has reached its limit of stored emails.',
      es: 'La empresa ya tiene el máximo de correos guardados.',
      tr: 'Şirket kayıtlı e-posta sınırına ulaştı.',
    },
  },
})
