import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  nouns: {
    EmailTemplates: [
      ['os modelos de e-mail', 'um modelo de e-mail'],
      ['las plantillas de correo', 'una plantilla de correo'],
      ['E-posta şablonlarını', 'E-posta şablonu', 'Bir e-posta şablonunu'],
    ],
    Emails: [
      ['os e-mails', 'um e-mail'],
      ['los correos', 'un correo'],
      ['E-postaları', 'E-posta', 'Bir e-postayı'],
    ],
  },
  summaries: {
    postAgendarEnvioEmail: ['Agendar um e-mail', 'Programar un correo', 'Bir e-postayı planla'],
    getEmailTemplatesList: [
      'Listar os modelos de e-mail oferecidos',
      'Listar las plantillas de correo que se ofrecen',
      'Sunulan e-posta şablonlarını listele',
    ],
    getEmailTemplatesByIdFilesByFileId: [
      'Baixar um arquivo de um modelo de e-mail',
      'Descargar un archivo de una plantilla de correo',
      'E-posta şablonunun bir dosyasını indir',
    ],
    postEmailTemplatesByIdStart: [
      'Começar um e-mail com um modelo',
      'Empezar un correo con una plantilla',
      'Bir şablonla e-postaya başla',
    ],
    getEmailsAnswers: [
      'Listar respostas: as não lidas aos próprios e-mails, ou as de um contato',
      'Listar respuestas: las no leídas a los propios correos, o las de un contacto',
      'Yanıtları listele: kendi e-postalarına gelen okunmamışları ya da bir kişininkileri',
    ],
    postEmailsAnswersSeen: [
      'Marcar respostas aos próprios e-mails como lidas',
      'Marcar respuestas a los propios correos como leídas',
      'Kendi e-postalarına gelen yanıtları okundu olarak işaretle',
    ],
    getEmailsAnswersByIdFilesByFileId: [
      'Baixar um arquivo de uma resposta',
      'Descargar un archivo de una respuesta',
      'Bir yanıtın dosyasını indir',
    ],
    postEmailsAnswersByIdReply: [
      'Responder a uma resposta na mesma conversa',
      'Contestar una respuesta en la misma conversación',
      'Bir yanıtı aynı konuşmada yanıtla',
    ],
    getEmailsContactsById: [
      'Listar os últimos e-mails a um contato',
      'Listar los últimos correos a un contacto',
      'Bir kişiye gönderilen son e-postaları listele',
    ],
    postEmailsFiles: [
      'Enviar um arquivo para um e-mail que se está escrevendo',
      'Subir un archivo para un correo que se está escribiendo',
      'Yazılmakta olan bir e-posta için dosya yükle',
    ],
    deleteEmailsFilesByFileId: [
      'Remover um arquivo que não foi enviado',
      'Quitar un archivo que no se envió',
      'Gönderilmemiş bir dosyayı kaldır',
    ],
    getEmailsMailbox: [
      'Ler como as respostas aos e-mails chegam',
      'Leer cómo llegan las respuestas a los correos',
      'E-posta yanıtlarının nasıl geldiğini oku',
    ],
    putEmailsMailbox: [
      'Mudar como as respostas aos e-mails chegam',
      'Cambiar cómo llegan las respuestas a los correos',
      'E-posta yanıtlarının nasıl geldiğini değiştir',
    ],
    postEmailsMailboxTest: [
      'Abrir a caixa de entrada com o que foi digitado, sem ler e-mails',
      'Abrir el buzón con lo escrito, sin leer correos',
      'Gelen kutusunu yazılanlarla aç, e-posta okumadan',
    ],
    getEmailsServer: [
      'Ler o que se sabe do servidor de e-mail da empresa',
      'Leer lo que se sabe del servidor de correo de la empresa',
      'Şirketin posta sunucusu hakkında bilinenleri oku',
    ],
    deleteEmailsServerSignIn: [
      'Sair da conta que envia os e-mails da empresa',
      'Cerrar la sesión de la cuenta que envía los correos de la empresa',
      'Şirketin e-postalarını gönderen hesaptan çık',
    ],
    postEmailsServerSignIn: [
      'Começar a entrar na conta que envia os e-mails da empresa',
      'Empezar a iniciar sesión en la cuenta que envía los correos de la empresa',
      'Şirketin e-postalarını gönderen hesaba girişi başlat',
    ],
    postEmailsServerSignInFinish: [
      'Concluir a entrada na conta que envia os e-mails da empresa',
      'Terminar de iniciar sesión en la cuenta que envía los correos de la empresa',
      'Şirketin e-postalarını gönderen hesaba girişi tamamla',
    ],
    postEmailsServerTest: [
      'Testar o servidor de e-mail da empresa sem enviar nada',
      'Probar el servidor de correo de la empresa sin enviar nada',
      'Şirketin posta sunucusunu hiçbir şey göndermeden dene',
    ],
    getEmailsSignature: [
      'Ler a própria assinatura de e-mail',
      'Leer la propia firma de correo',
      'Kendi e-posta imzasını oku',
    ],
    putEmailsSignature: [
      'Definir a própria assinatura de e-mail',
      'Definir la propia firma de correo',
      'Kendi e-posta imzasını belirle',
    ],
    getEmailsByIdFilesByFileId: [
      'Baixar um arquivo de um e-mail',
      'Descargar un archivo de un correo',
      'Bir e-postanın dosyasını indir',
    ],
    putEmailsByIdRecipientsByRecipientId: [
      'Corrigir o endereço de um destinatário e enviar de novo',
      'Corregir la dirección de un destinatario y enviar de nuevo',
      'Bir alıcının adresini düzelt ve yeniden gönder',
    ],
    postEmailsByIdRetry: [
      'Enviar de novo um e-mail a quem ele não alcançou',
      'Enviar de nuevo un correo a quienes no les llegó',
      'Bir e-postayı ulaşmadığı kişilere yeniden gönder',
    ],
    postEmailsByIdSendNow: [
      'Enviar na hora um e-mail agendado',
      'Enviar ahora un correo programado',
      'Planlanmış bir e-postayı hemen gönder',
    ],
    postEmailsByIdStop: [
      'Desistir das cópias de um e-mail que esperam nova tentativa',
      'Desistir de las copias de un correo que esperan otro intento',
      'Bir e-postanın yeni denemeyi bekleyen kopyalarından vazgeç',
    ],
    getEmailsByIdThread: [
      'Ler a conversa de um e-mail',
      'Leer la conversación de un correo',
      'Bir e-postanın konuşmasını oku',
    ],
    postEnviarEmail: ['Enviar um e-mail', 'Enviar un correo', 'Bir e-posta gönder'],
    getListarEmailsAgendados: [
      'Listar os e-mails agendados',
      'Listar los correos programados',
      'Planlanmış e-postaları listele',
    ],
    getListarEmailsEnviados: [
      'Listar os e-mails enviados',
      'Listar los correos enviados',
      'Gönderilen e-postaları listele',
    ],
  },
}
