/** The bot's default texts to contacts. */
import type { Language } from '../../texts/languages'

export type BotPhrases = {
  readonly back: string
  readonly main: string
  readonly choose: string
  readonly unknown: string
  readonly unavailable: string
  readonly waiting: string
  readonly redirected: string
}

export const botPhrases: Readonly<Record<Language, BotPhrases>> = {
  'pt-BR': {
    back: 'Voltar',
    main: 'Menu principal',
    choose: 'Escolha uma das opções:',
    unknown: 'Não entendi a sua resposta. Escolha uma das opções:',
    unavailable: 'Esta opção não está disponível no momento.',
    waiting: 'Certo! Aguarde um instante, por favor: logo alguém responde por aqui.',
    redirected: 'O seu atendimento foi encaminhado ao setor {{queue}}. Aguarde um instante, por favor.',
  },
  en: {
    back: 'Back',
    main: 'Main menu',
    choose: 'Please choose one of these:',
    unknown: 'Sorry, I did not understand that. Please choose one of these:',
    unavailable: 'This option is not available at the moment.',
    waiting: 'All right! One moment, please: someone will reply here soon.',
    redirected: 'Your conversation has been transferred to {{queue}}. One moment, please.',
  },
  es: {
    back: 'Volver',
    main: 'Menú principal',
    choose: 'Elija una de las opciones:',
    unknown: 'No entendí su respuesta. Elija una de las opciones:',
    unavailable: 'Esta opción no está disponible en este momento.',
    waiting: '¡De acuerdo! Espere un momento, por favor: pronto alguien le responde por aquí.',
    redirected: 'Su conversación fue derivada al sector {{queue}}. Espere un momento, por favor.',
  },
  tr: {
    back: 'Geri',
    main: 'Ana menü',
    choose: 'Lütfen bir seçenek seçin:',
    unknown: 'Yanıtınızı anlayamadım. Lütfen bir seçenek seçin:',
    unavailable: 'Bu seçenek şu anda kullanılamıyor.',
    waiting: 'Tamam! Bir dakika lütfen, birazdan buradan yanıt vereceğiz.',
    redirected: 'Görüşmeniz {{queue}} bölümüne yönlendirildi. Bir dakika lütfen.',
  },
}
