/** The strip above every page. */
import { defineTexts } from '../../../shared/i18n/define'

export const appTexts = defineTexts('appTexts', {
  'pt-BR': {
    name: 'Mensagens automáticas do aplicativo',
    text: '*O WhatsApp Business do celular de “{connection}” também envia mensagens automáticas,* além das do Balcão. Elas não encerram o bot nem contam como resposta. Para não responder em dobro, desligue no celular: Ferramentas › Mensagem de saudação e Mensagem de ausência.',
    seen: 'Entendi',
  },
  en: {
    name: 'Automatic messages of the app',
    text: '*WhatsApp Business on the phone of “{connection}” sends automatic messages, too,* beside those of Balcão. They neither end the bot nor count as an answer. To avoid double replies, switch them off on the phone: Business tools › Greeting message and Away message.',
    seen: 'Got it',
  },
  es: {
    name: 'Mensajes automáticos de la aplicación',
    text: '*WhatsApp Business del teléfono de “{connection}” también envía mensajes automáticos,* además de los de Balcão. No terminan el bot ni cuentan como respuesta. Para no responder dos veces, desactívelos en el teléfono: Herramientas › Mensaje de bienvenida y Mensaje de ausencia.',
    seen: 'Entendido',
  },
  tr: {
    name: 'Uygulamanın otomatik mesajları',
    text: '*“{connection}” telefonundaki WhatsApp Business da* Balcão’nunkilerin yanında *otomatik mesaj gönderiyor.* Bunlar botu bitirmez ve yanıt sayılmaz. İki kez yanıt vermemek için telefonda kapatın: İşletme araçları › Karşılama mesajı ve Uzakta mesajı.',
    seen: 'Anladım',
  },
})
