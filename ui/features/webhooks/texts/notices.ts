import { defineTexts } from '../../../shared/i18n/define'

/** Texts loaded on every page. */
export const notices = defineTexts('webhookNotices', (language) => import(`./notices.${language}.json`), {
  failing: 'O webhook {address} foi desligado: um dia sem aceitar nenhuma entrega.',
  gone: 'O webhook {address} foi desligado: o endereço não existe mais.',
  overflow: 'O webhook {address} foi desligado: entregas demais esperavam.',
})
