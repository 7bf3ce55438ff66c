/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
    users: {
      user: 'Usuário',
      super: 'Operador da instalação',
      allowRealTime: 'Vê o painel de atendimentos',
      connectionAccess: 'Acesso às conexões',
      schedules: 'Horários',
    },
  },
  en: {
    users: {
      user: 'User',
      super: 'Installation operator',
      allowRealTime: 'Sees the live board',
      connectionAccess: 'Connection access',
      schedules: 'Hours',
    },
  },
  es: {
    users: {
      user: 'Usuario',
      super: 'Operador de la instalación',
      allowRealTime: 'Ve el panel de atención',
      connectionAccess: 'Conexiones permitidas',
      schedules: 'Horarios',
    },
  },
  tr: {
    users: {
      user: 'Kullanıcı',
      super: 'Kurulumun operatörü',
      allowRealTime: 'Canlı panoyu görür',
      connectionAccess: 'İzinli bağlantılar',
      schedules: 'Saatler',
    },
  },
})
