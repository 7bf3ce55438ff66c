import { defineTexts } from '../../../shared/i18n/define'

/** Texts loaded on every page. */
export const notices = defineTexts('webhookNotices', {
  'pt-BR': {
    failing: 'O webhook {address} foi desligado: um dia sem aceitar nenhuma entrega.',
    gone: 'O webhook {address} foi desligado: o endereço não existe mais.',
    overflow: 'O webhook {address} foi desligado: entregas demais esperavam.',
  },
  en: {
    failing: 'The webhook {address} was turned off: no delivery was accepted for a day.',
    gone: 'The webhook {address} was turned off: the address no longer exists.',
    overflow: 'The webhook {address} was turned off: too many deliveries were waiting.',
  },
  es: {
    failing: 'El webhook {address} se desactivó: un día sin aceptar ninguna entrega.',
    gone: 'El webhook {address} se desactivó: la dirección ya no existe.',
    overflow: 'El webhook {address} se desactivó: demasiadas entregas esperaban.',
  },
  tr: {
    failing: '{address} webhook’u kapatıldı: bir gün boyunca hiçbir teslimat kabul edilmedi.',
    gone: '{address} webhook’u kapatıldı: adres artık yok.',
    overflow: '{address} webhook’u kapatıldı: çok fazla teslimat bekliyordu.',
  },
})
