/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
    settings: {
      on: 'Ligado',
      setting: 'Configuração',
      host: 'Servidor',
      ownLogin: 'Usuário próprio',
      plusAddress: 'Endereço marcado',
    },
  },
  en: {
    settings: {
      on: 'On',
      setting: 'Setting',
      host: 'Server',
      ownLogin: 'User of its own',
      plusAddress: 'Marked address',
    },
  },
  es: {
    settings: {
      on: 'Encendido',
      setting: 'Configuración',
      host: 'Servidor',
      ownLogin: 'Usuario propio',
      plusAddress: 'Dirección marcada',
    },
  },
  tr: {
    settings: {
      on: 'Açık',
      setting: 'Ayar',
      host: 'Sunucu',
      ownLogin: 'Kendi kullanıcısı',
      plusAddress: 'İşaretli adres',
    },
  },
})
