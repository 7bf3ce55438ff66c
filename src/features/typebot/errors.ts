import { defineErrors } from '../../errors'

export const typebotErrors = defineErrors({
  ERR_TYPEBOT_NOT_CONFIGURED: {
    status: 409,
    texts: {
      'pt-BR': 'O Typebot não está configurado: um administrador pode fazer isso em Configurações, Integrações.',
      en: 'Typebot is not configured: an administrator can set it up in Settings, Integrations.',
      es: 'Typebot no está configurado: un administrador puede hacerlo en Ajustes, Integraciones.',
      tr: 'Typebot yapılandırılmamış: bir yönetici bunu Ayarlar, Entegrasyonlar bölümünde yapabilir.',
    },
  },
  ERR_TYPEBOT_TOKEN: {
    status: 409,
    texts: {
      'pt-BR': 'O Typebot não aceitou o token: confira-o em Configurações, Integrações.',
      en: 'Typebot did not accept the token: check it in Settings, Integrations.',
      es: 'Typebot no aceptó el token: revíselo en Ajustes, Integraciones.',
      tr: 'Typebot belirteci kabul etmedi: Ayarlar, Entegrasyonlar bölümünde kontrol edin.',
    },
  },
  /** The builder's address is not https on the public internet, nor one that the operator allows. */
  ERR_TYPEBOT_ADDRESS: {
    status: 409,
    texts: {
      'pt-BR': 'O endereço do Typebot precisa começar com https:// e estar na internet.',
      en: 'The address of Typebot must start with https:// and be on the internet.',
      es: 'La dirección de Typebot debe empezar por https:// y estar en internet.',
      tr: 'Typebot adresi https:// ile başlamalı ve internette olmalı.',
    },
  },
  ERR_TYPEBOT_UNREACHABLE: {
    status: 503,
    texts: {
      'pt-BR': 'O Typebot não respondeu como esperado. Confira o endereço do editor e tente de novo.',
      en: 'Typebot did not answer as expected. Check the builder address and try again.',
      es: 'Typebot no respondió como se esperaba. Revise la dirección del editor e inténtelo de nuevo.',
      tr: 'Typebot beklendiği gibi yanıt vermedi. Düzenleyicinin adresini kontrol edip tekrar deneyin.',
    },
  },
  ERR_NO_TYPEBOT_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Este fluxo ou espaço não existe no Typebot, ou o token não o alcança.',
      en: 'This bot or workspace does not exist in Typebot, or the token has no access to it.',
      es: 'Este flujo o espacio no existe en Typebot, o el token no tiene acceso.',
      tr: 'Bu akış veya çalışma alanı Typebot’ta yok ya da belirtecin erişimi yok.',
    },
  },
  ERR_TYPEBOT_NOT_PUBLISHED: {
    status: 409,
    texts: {
      'pt-BR': 'Este fluxo ainda não foi publicado no Typebot.',
      en: 'This bot has not been published in Typebot yet.',
      es: 'Este flujo aún no se ha publicado en Typebot.',
      tr: 'Bu akış henüz Typebot’ta yayımlanmadı.',
    },
  },
})
