/** The strip above every page. */
import { defineTexts } from '../../../shared/i18n/define'

export const appTexts = defineTexts('appTexts', (language) => import(`./appTexts.${language}.json`), {
  name: 'Mensagens automáticas do aplicativo',
  text: '*O WhatsApp Business do celular de “{connection}” também envia mensagens automáticas,* além das do Balcão. Elas não encerram o bot nem contam como resposta. Para não responder em dobro, desligue no celular: Ferramentas › Mensagem de saudação e Mensagem de ausência.',
  seen: 'Entendi',
})
