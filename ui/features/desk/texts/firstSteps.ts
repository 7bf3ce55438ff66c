/** What a new company does before its first answer. */
import { defineTexts } from '../../../shared/i18n/define'

export const firstStepsTexts = defineTexts('firstSteps', {
  'pt-BR': {
    title: 'Primeiros passos',
    text: '{done} de {all} feitos. Cada passo se marca sozinho.',
    allDone: 'Tudo pronto. Bom atendimento.',
    done: 'feito',
    dismiss: 'Dispensar',
    close: 'Concluir',
    queue: {
      title: 'Crie a primeira fila e o bot dela',
      text: 'Vendas, Suporte… Um modelo já traz saudação e opções.',
      act: 'Criar fila',
    },
    connection: {
      title: 'Conecte o seu WhatsApp',
      text: 'Leia o QR code com o celular da empresa.',
      act: 'Conectar',
    },
    message: {
      title: 'Responda a primeira mensagem',
      text: 'Depois de conectar, escreva de outro celular para o número da empresa.',
      to: 'Escreva de outro celular para {number} e aceite o atendimento em Aguardando.',
    },
    people: {
      title: 'Chame a sua equipe',
      text: 'Cada pessoa entra com o próprio e-mail e vê as filas dela.',
      act: 'Novo usuário',
    },
    hours: {
      title: 'Diga quando estão abertos',
      text: 'Fora do horário, uma mensagem de ausência responde por vocês.',
      act: 'Definir horário',
    },
  },
  en: {
    title: 'First steps',
    text: '{done} of {all} done. Each step checks itself off.',
    allDone: 'All set. Enjoy your conversations.',
    done: 'done',
    dismiss: 'Dismiss',
    close: 'Finish',
    queue: {
      title: 'Create the first queue and its bot',
      text: 'Sales, Support… A template comes with a greeting and options.',
      act: 'Create queue',
    },
    connection: {
      title: 'Connect your WhatsApp',
      text: 'Scan the QR code with the company’s phone.',
      act: 'Connect',
    },
    message: {
      title: 'Answer the first message',
      text: 'Once connected, write to the company’s number from another phone.',
      to: 'Write to {number} from another phone and accept the conversation under Waiting.',
    },
    people: {
      title: 'Invite your team',
      text: 'Each person signs in with their own email and sees their queues.',
      act: 'New user',
    },
    hours: {
      title: 'Set your opening hours',
      text: 'Out of hours, a message replies for you.',
      act: 'Set hours',
    },
  },
  es: {
    title: 'Primeros pasos',
    text: '{done} de {all} hechos. Cada paso se marca solo.',
    allDone: 'Todo listo. Buena atención.',
    done: 'hecho',
    dismiss: 'Descartar',
    close: 'Terminar',
    queue: {
      title: 'Cree la primera cola y su bot',
      text: 'Ventas, Soporte… Una plantilla ya trae saludo y opciones.',
      act: 'Crear cola',
    },
    connection: {
      title: 'Conecte su WhatsApp',
      text: 'Lea el código QR con el celular de la empresa.',
      act: 'Conectar',
    },
    message: {
      title: 'Responda el primer mensaje',
      text: 'Después de conectar, escriba desde otro celular al número de la empresa.',
      to: 'Escriba desde otro celular a {number} y acepte la conversación en En espera.',
    },
    people: {
      title: 'Sume a su equipo',
      text: 'Cada persona entra con su propio correo y ve sus colas.',
      act: 'Nuevo usuario',
    },
    hours: {
      title: 'Diga cuándo están abiertos',
      text: 'Fuera del horario, un mensaje de ausencia responde por ustedes.',
      act: 'Definir horario',
    },
  },
  tr: {
    title: 'İlk adımlar',
    text: '{all} adımdan {done} tamam. Her adım kendiliğinden işaretlenir.',
    allDone: 'Her şey hazır. Kolay gelsin.',
    done: 'tamam',
    dismiss: 'Kapat',
    close: 'Bitir',
    queue: {
      title: 'İlk kuyruğu ve botunu oluşturun',
      text: 'Satış, Destek… Şablonlar karşılama ve seçenek getirir.',
      act: 'Kuyruk oluştur',
    },
    connection: {
      title: 'WhatsApp’ınızı bağlayın',
      text: 'QR kodu şirketin telefonuyla okutun.',
      act: 'Bağla',
    },
    message: {
      title: 'İlk mesajı yanıtlayın',
      text: 'Bağladıktan sonra başka bir telefondan şirketin numarasına yazın.',
      to: 'Başka bir telefondan {number} numarasına yazın ve Bekleyenler’de görüşmeyi kabul edin.',
    },
    people: {
      title: 'Ekibinizi çağırın',
      text: 'Herkes kendi e-postasıyla girer ve kendi kuyruklarını görür.',
      act: 'Yeni kullanıcı',
    },
    hours: {
      title: 'Ne zaman açık olduğunuzu belirtin',
      text: 'Mesai dışında bir mesaj sizin yerinize yanıt verir.',
      act: 'Saatleri belirle',
    },
  },
})
