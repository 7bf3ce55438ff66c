/**
 * Summaries of operations in the other languages of the screens, by operation: Portuguese, Spanish, Turkish. Operations
 * that do the usual with one kind of thing get theirs from `things`. `tests/api/openapi.test.ts` reports missing and
 * obsolete lines.
 */
export type Translated = { readonly 'pt-BR': string; readonly es: string; readonly tr: string }
type Row = readonly [portuguese: string, spanish: string, turkish: string]

/** In Portuguese and Spanish: several, and one; in Turkish: several, the thing to create, and one. */
type Thing = readonly [
  portuguese: readonly [string, string],
  spanish: readonly [string, string],
  turkish: readonly [string, string, string],
]

const things: Readonly<Record<string, Thing>> = {
  Announcements: [
    ['os comunicados', 'um comunicado'],
    ['los comunicados', 'un comunicado'],
    ['Duyuruları', 'Duyuru', 'Bir duyuruyu'],
  ],
  Eventos: [
    ['os eventos', 'um evento'],
    ['los eventos', 'un evento'],
    ['Etkinlikleri', 'Etkinlik', 'Bir etkinliği'],
  ],
  Campaigns: [
    ['as campanhas', 'uma campanha'],
    ['las campañas', 'una campaña'],
    ['Kampanyaları', 'Kampanya', 'Bir kampanyayı'],
  ],
  Chats: [
    ['os chats internos', 'um chat interno'],
    ['los chats internos', 'un chat interno'],
    ['İç sohbetleri', 'İç sohbet', 'Bir iç sohbeti'],
  ],
  Whatsapp: [
    ['as conexões', 'uma conexão'],
    ['las conexiones', 'una conexión'],
    ['Bağlantıları', 'Bağlantı', 'Bir bağlantıyı'],
  ],
  ContactListItems: [
    ['os contatos de uma lista', 'um contato de uma lista'],
    ['los contactos de una lista', 'un contacto de una lista'],
    ['Bir listenin kişilerini', 'Listede kişi', 'Listedeki bir kişiyi'],
  ],
  ContactLists: [
    ['as listas de contatos', 'uma lista de contatos'],
    ['las listas de contactos', 'una lista de contactos'],
    ['Kişi listelerini', 'Kişi listesi', 'Bir kişi listesini'],
  ],
  ContactCategories: [
    ['as categorias de contatos', 'uma categoria de contatos'],
    ['las categorías de contactos', 'una categoría de contactos'],
    ['Kişi kategorilerini', 'Kişi kategorisi', 'Bir kişi kategorisini'],
  ],
  Contacts: [
    ['os contatos', 'um contato'],
    ['los contactos', 'un contacto'],
    ['Kişileri', 'Kişi', 'Bir kişiyi'],
  ],
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
  Helps: [
    ['os vídeos de ajuda', 'um vídeo de ajuda'],
    ['los videos de ayuda', 'un video de ayuda'],
    ['Yardım videolarını', 'Yardım videosu', 'Bir yardım videosunu'],
  ],
  Holidays: [
    ['os feriados', 'um feriado'],
    ['los feriados', 'un feriado'],
    ['Tatilleri', 'Tatil', 'Bir tatili'],
  ],
  QueueIntegration: [
    ['as integrações', 'uma integração'],
    ['las integraciones', 'una integración'],
    ['Entegrasyonları', 'Entegrasyon', 'Bir entegrasyonu'],
  ],
  Invoices: [
    ['as faturas', 'uma fatura'],
    ['las facturas', 'una factura'],
    ['Faturaları', 'Fatura', 'Bir faturayı'],
  ],
  TicketNotes: [
    ['as notas', 'uma nota sobre um contato'],
    ['las notas', 'una nota sobre un contacto'],
    ['Notları', 'Bir kişiyle ilgili not', 'Bir kişiyle ilgili notu'],
  ],
  Companies: [
    ['as empresas', 'uma empresa'],
    ['las empresas', 'una empresa'],
    ['Şirketleri', 'Şirket', 'Bir şirketi'],
  ],
  OptOuts: [
    ['quem não quer mensagens', 'um descadastro'],
    ['quién no quiere mensajes', 'una baja'],
    ['Mesaj istemeyenleri', 'Ret kaydı', 'Bir ret kaydını'],
  ],
  Menus: [
    ['os menus', 'um menu'],
    ['los menús', 'un menú'],
    ['Menüleri', 'Menü', 'Bir menüyü'],
  ],
  Plans: [
    ['os planos', 'um plano'],
    ['los planes', 'un plan'],
    ['Planları', 'Plan', 'Bir planı'],
  ],
  Queue: [
    ['as filas', 'uma fila'],
    ['las colas', 'una cola'],
    ['Kuyrukları', 'Kuyruk', 'Bir kuyruğu'],
  ],
  QueueOptions: [
    ['as opções', 'uma opção de fila'],
    ['las opciones', 'una opción de cola'],
    ['Seçenekleri', 'Kuyruk seçeneği', 'Bir kuyruk seçeneğini'],
  ],
  QuickMessages: [
    ['as mensagens rápidas', 'uma mensagem rápida'],
    ['los mensajes rápidos', 'un mensaje rápido'],
    ['Hızlı mesajları', 'Hızlı mesaj', 'Bir hızlı mesajı'],
  ],
  CategoryRatings: [
    ['as categorias de avaliações', 'uma categoria de avaliações'],
    ['las categorías de evaluaciones', 'una categoría de evaluaciones'],
    ['Değerlendirme kategorilerini', 'Değerlendirme kategorisi', 'Bir değerlendirme kategorisini'],
  ],
  Ratings: [
    ['as avaliações', 'uma avaliação'],
    ['las evaluaciones', 'una evaluación'],
    ['Değerlendirmeleri', 'Değerlendirme', 'Bir değerlendirmeyi'],
  ],
  Schedules: [
    ['os agendamentos', 'um agendamento'],
    ['las programaciones', 'una programación'],
    ['Planlamaları', 'Planlama', 'Bir planlamayı'],
  ],
  Tags: [
    ['as etiquetas', 'uma etiqueta'],
    ['las etiquetas', 'una etiqueta'],
    ['Etiketleri', 'Etiket', 'Bir etiketi'],
  ],
  Tasks: [
    ['as tarefas', 'uma tarefa'],
    ['las tareas', 'una tarea'],
    ['Görevleri', 'Görev', 'Bir görevi'],
  ],
  Tickets: [
    ['os atendimentos', 'um atendimento'],
    ['las conversaciones', 'una conversación'],
    ['Görüşmeleri', 'Görüşme', 'Bir görüşmeyi'],
  ],
  Users: [
    ['os usuários', 'um usuário'],
    ['los usuarios', 'un usuario'],
    ['Kullanıcıları', 'Kullanıcı', 'Bir kullanıcıyı'],
  ],
}

/** How each language says the usual, by method and whether the address names one thing. */
const usual: Readonly<Record<string, (thing: Thing) => Row>> = {
  get: ([pt, es, tr]) => [`Listar ${pt[0]}`, `Listar ${es[0]}`, `${tr[0]} listele`],
  post: ([pt, es, tr]) => [`Criar ${pt[1]}`, `Crear ${es[1]}`, `${tr[1]} oluştur`],
  getById: ([pt, es, tr]) => [`Ler ${pt[1]}`, `Leer ${es[1]}`, `${tr[2]} oku`],
  putById: ([pt, es, tr]) => [`Mudar ${pt[1]}`, `Cambiar ${es[1]}`, `${tr[2]} değiştir`],
  deleteById: ([pt, es, tr]) => [`Excluir ${pt[1]}`, `Eliminar ${es[1]}`, `${tr[2]} sil`],
}

export const rows: Readonly<Record<string, Row>> = {
  postMessagesSend: ['Enviar uma mensagem', 'Enviar un mensaje', 'Mesaj gönder'],
  postMessagesSendLinkImage: [
    'Enviar uma imagem por endereço',
    'Enviar una imagen por su dirección',
    'Adresiyle bir görsel gönder',
  ],
  getMessagesByIdStatus: ['Ler a situação de um envio', 'Leer el estado de un envío', 'Bir gönderimin durumunu oku'],
  getMessagesCheckNumber: [
    'Verificar se um número tem WhatsApp',
    'Verificar si un número tiene WhatsApp',
    "Bir numaranın WhatsApp'ta olup olmadığını denetle",
  ],
  postMessagesCheckNumber: [
    'Verificar se um número tem WhatsApp, com o número no corpo',
    'Verificar si un número tiene WhatsApp, con el número en el cuerpo',
    "Bir numaranın WhatsApp'ta olup olmadığını gövdedeki numarayla denetle",
  ],
  getApiTokens: ['Listar os tokens', 'Listar los tokens', 'Belirteçleri listele'],
  postApiTokens: ['Criar um token', 'Crear un token', 'Belirteç oluştur'],
  putApiTokensById: ['Mudar um token', 'Cambiar un token', 'Belirteci değiştir'],
  deleteApiTokensById: ['Revogar um token', 'Revocar un token', 'Belirteci iptal et'],
  postApiTokensByIdSend: [
    'Enviar um teste com um token',
    'Enviar una prueba con un token',
    'Bir belirteçle deneme gönder',
  ],
  getApiTokensSendsById: [
    'Ler um envio feito com um token',
    'Leer un envío hecho con un token',
    'Bir belirteçle yapılan gönderimi oku',
  ],
  getWebhooks: ['Listar os webhooks', 'Listar los webhooks', 'Webhookları listele'],
  postWebhooks: ['Criar um webhook', 'Crear un webhook', 'Webhook oluştur'],
  getWebhooksById: ['Ler um webhook', 'Leer un webhook', 'Bir webhooku oku'],
  putWebhooksById: ['Mudar um webhook', 'Cambiar un webhook', 'Bir webhooku değiştir'],
  deleteWebhooksById: ['Excluir um webhook', 'Eliminar un webhook', 'Bir webhooku sil'],
  getWebhooksByIdDeliveries: [
    'Listar as entregas de um webhook',
    'Listar las entregas de un webhook',
    'Bir webhookun teslimatlarını listele',
  ],
  getWebhooksByIdDeliveriesByDeliveryId: [
    'Ler uma entrega de um webhook',
    'Leer una entrega de un webhook',
    'Bir webhook teslimatını oku',
  ],
  postWebhooksByIdDeliveriesByDeliveryIdRedeliver: ['Entregar de novo', 'Entregar de nuevo', 'Yeniden teslim et'],
  postWebhooksByIdRedeliverFailed: [
    'Entregar de novo o que falhou',
    'Entregar de nuevo lo que falló',
    'Başarısız olanları yeniden teslim et',
  ],
  postWebhooksByIdSecret: [
    'Trocar o segredo de um webhook',
    'Cambiar el secreto de un webhook',
    'Bir webhookun gizli anahtarını değiştir',
  ],
  postWebhooksByIdTest: ['Enviar um evento de teste', 'Enviar un evento de prueba', 'Deneme olayı gönder'],
  getOpenai: [
    'Ver se há um modelo de linguagem configurado',
    'Ver si hay un modelo de lenguaje configurado',
    'Bir dil modelinin yapılandırılıp yapılandırılmadığını gör',
  ],
  postOpenai: [
    'Pedir palavras melhores ao modelo de linguagem',
    'Pedir mejores palabras al modelo de lenguaje',
    'Dil modelinden daha iyi sözler iste',
  ],
  deleteOpenaiChats: [
    'Excluir todas as próprias conversas com o assistente',
    'Eliminar todas las conversaciones propias con el asistente',
    'Asistanla yapılan tüm kendi konuşmalarını sil',
  ],
  getOpenaiChats: [
    'Listar as próprias conversas com o assistente',
    'Listar las conversaciones propias con el asistente',
    'Asistanla yapılan kendi konuşmalarını listele',
  ],
  postOpenaiChats: [
    'Perguntar ao assistente em uma conversa nova; a resposta vem aos poucos, em linhas JSON',
    'Preguntar al asistente en una conversación nueva; la respuesta llega en líneas JSON',
    'Asistana yeni bir konuşmada sor; yanıt JSON satırları olarak gelir',
  ],
  deleteOpenaiChatsById: [
    'Excluir uma conversa com o assistente',
    'Eliminar una conversación con el asistente',
    'Asistanla bir konuşmayı sil',
  ],
  getOpenaiChatsById: [
    'Ler uma conversa com o assistente',
    'Leer una conversación con el asistente',
    'Asistanla bir konuşmayı oku',
  ],
  putOpenaiChatsById: [
    'Mudar o nome de uma conversa com o assistente',
    'Cambiar el nombre de una conversación con el asistente',
    'Asistanla bir konuşmanın adını değiştir',
  ],
  postOpenaiChatsByIdAgain: [
    'Fazer de novo a última pergunta de uma conversa; a resposta vem em linhas JSON',
    'Repetir la última pregunta de una conversación; la respuesta llega en líneas JSON',
    'Bir konuşmanın son sorusunu yeniden sor; yanıt JSON satırları olarak gelir',
  ],
  postOpenaiChatsByIdTurns: [
    'Perguntar ao assistente em uma conversa; a resposta vem em linhas JSON',
    'Preguntar al asistente en una conversación; la respuesta llega en líneas JSON',
    'Asistana bir konuşmada sor; yanıt JSON satırları olarak gelir',
  ],
  getAnnouncementsCurrent: [
    'Listar os comunicados mostrados a quem entrou',
    'Listar los comunicados que ve quien inició sesión',
    'Oturum açan kişiye gösterilen duyuruları listele',
  ],
  getAnnouncementsList: [
    'Listar todos os comunicados com o número de leitores',
    'Listar todos los comunicados con su número de lectores',
    'Tüm duyuruları okuyan sayısıyla listele',
  ],
  postAnnouncementsRead: [
    'Marcar comunicados como lidos',
    'Marcar comunicados como leídos',
    'Duyuruları okundu olarak işaretle',
  ],
  deleteAnnouncementsByIdMediaUpload: [
    'Remover a imagem de um comunicado',
    'Quitar la imagen de un comunicado',
    'Bir duyurunun resmini kaldır',
  ],
  getAnnouncementsByIdMediaUpload: [
    'Baixar a imagem de um comunicado',
    'Descargar la imagen de un comunicado',
    'Bir duyurunun resmini indir',
  ],
  postAnnouncementsByIdMediaUpload: [
    'Enviar a imagem de um comunicado',
    'Subir la imagen de un comunicado',
    'Bir duyurunun resmini yükle',
  ],
  getAnnouncementsByIdReaders: [
    'Contar por empresa quem leu um comunicado',
    'Contar por empresa quién leyó un comunicado',
    'Bir duyuruyu okuyanları şirketlere göre say',
  ],
  getAuditLog: ['Listar quem mudou o quê', 'Listar quién cambió qué', 'Kimin neyi değiştirdiğini listele'],
  getEventosExport: [
    'Baixar o calendário em um arquivo iCalendar',
    'Descargar el calendario en un archivo iCalendar',
    'Takvimi iCalendar dosyası olarak indir',
  ],
  postEventosImport: [
    'Importar eventos de um arquivo iCalendar',
    'Importar eventos de un archivo iCalendar',
    'Etkinlikleri bir iCalendar dosyasından içe aktar',
  ],
  getEventosReminders: [
    'Listar os eventos que lembram a pessoa',
    'Listar los eventos que recuerdan a la persona',
    'Kişiye hatırlatılan etkinlikleri listele',
  ],
  postEventosRemindersSeen: [
    'Marcar lembretes de eventos como vistos',
    'Marcar recordatorios de eventos como vistos',
    'Etkinlik hatırlatmalarını görüldü olarak işaretle',
  ],
  putEventosByIdConcluido: [
    'Marcar um evento como concluído',
    'Marcar un evento como hecho',
    'Bir etkinliği tamamlandı olarak işaretle',
  ],
  postEventosByIdDays: [
    'Pular um dia de um evento que se repete, ou trazê-lo de volta',
    'Omitir un día de un evento que se repite, o recuperarlo',
    'Yinelenen bir etkinliğin bir gününü atla veya geri getir',
  ],
  getEventosByIdExport: [
    'Baixar um evento em um arquivo iCalendar',
    'Descargar un evento en un archivo iCalendar',
    'Bir etkinliği iCalendar dosyası olarak indir',
  ],
  getCampaignsMetrics: [
    'Ler os números de todas as campanhas',
    'Leer los números de todas las campañas',
    'Tüm kampanyaların sayılarını oku',
  ],
  postCampaignsByIdCancel: ['Cancelar uma campanha', 'Cancelar una campaña', 'Bir kampanyayı iptal et'],
  postCampaignsByIdCopy: ['Copiar uma campanha', 'Copiar una campaña', 'Bir kampanyayı kopyala'],
  getCampaignsByIdDeliveries: [
    'Listar os envios de uma campanha',
    'Listar los envíos de una campaña',
    'Bir kampanyanın gönderimlerini listele',
  ],
  getCampaignsByIdDeliveriesExport: [
    'Baixar os envios de uma campanha em uma planilha',
    'Descargar los envíos de una campaña en una hoja de cálculo',
    'Bir kampanyanın gönderimlerini tablo olarak indir',
  ],
  getCampaignsByIdDryRun: [
    'Ensaiar uma campanha: público, risco e duração, sem enviar nada',
    'Ensayar una campaña: público, riesgo y duración, sin enviar nada',
    'Bir kampanyayı göndermeden dene: hedef kitle, risk ve süre',
  ],
  deleteCampaignsByIdMediaUpload: [
    'Remover o arquivo de uma campanha',
    'Quitar el archivo de una campaña',
    'Bir kampanyanın dosyasını kaldır',
  ],
  getCampaignsByIdMediaUpload: [
    'Baixar o arquivo de uma campanha',
    'Descargar el archivo de una campaña',
    'Bir kampanyanın dosyasını indir',
  ],
  postCampaignsByIdMediaUpload: [
    'Enviar o arquivo de uma campanha',
    'Subir el archivo de una campaña',
    'Bir kampanyanın dosyasını yükle',
  ],
  getCampaignsByIdPreview: [
    'Ver a mensagem como a recebe uma pessoa da campanha',
    'Ver el mensaje como lo recibe una persona de la campaña',
    'Mesajı kampanyadaki bir alıcının göreceği biçimde gör',
  ],
  getCampaignsByIdReport: [
    'Ler o relatório de uma campanha',
    'Leer el informe de una campaña',
    'Bir kampanyanın raporunu oku',
  ],
  postCampaignsByIdRestart: [
    'Retomar uma campanha cancelada',
    'Reanudar una campaña cancelada',
    'İptal edilmiş bir kampanyayı yeniden başlat',
  ],
  postCampaignsByIdStart: ['Começar uma campanha agora', 'Empezar una campaña ahora', 'Bir kampanyayı şimdi başlat'],
  postCampaignsByIdTest: [
    'Enviar uma mensagem de teste de uma campanha',
    'Enviar un mensaje de prueba de una campaña',
    'Bir kampanyanın deneme mesajını gönder',
  ],
  getCampaignsByIdTestByMessageId: [
    'Ler o resultado de uma mensagem de teste',
    'Leer el resultado de un mensaje de prueba',
    'Bir deneme mesajının sonucunu oku',
  ],
  postChatsDirect: [
    'Abrir a conversa com um colega, ou começá-la',
    'Abrir la conversación con un colega, o empezarla',
    'Bir iş arkadaşıyla konuşmayı aç veya başlat',
  ],
  getChatsList: [
    'Listar todos os chats internos de quem entrou',
    'Listar todos los chats internos de quien inició sesión',
    'Oturum açan kişinin tüm iç sohbetlerini listele',
  ],
  getChatsSearch: [
    'Buscar nas mensagens dos próprios chats internos',
    'Buscar en los mensajes de los chats internos propios',
    'Kendi iç sohbetlerinin mesajlarında ara',
  ],
  getChatsByIdFilesByMessageId: [
    'Baixar o arquivo de uma mensagem interna',
    'Descargar el archivo de un mensaje interno',
    'Bir iç mesajın dosyasını indir',
  ],
  postChatsByIdLeave: ['Sair de um chat interno', 'Salir de un chat interno', 'Bir iç sohbetten ayrıl'],
  getChatsByIdMessages: [
    'Listar as mensagens de um chat interno',
    'Listar los mensajes de un chat interno',
    'Bir iç sohbetin mesajlarını listele',
  ],
  postChatsByIdMessages: [
    'Enviar uma mensagem a um chat interno',
    'Enviar un mensaje a un chat interno',
    'Bir iç sohbete mesaj gönder',
  ],
  deleteChatsByIdMessagesByMessageId: [
    'Excluir a própria mensagem de um chat interno',
    'Eliminar un mensaje propio de un chat interno',
    'Bir iç sohbetteki kendi mesajını sil',
  ],
  putChatsByIdMessagesByMessageId: [
    'Editar a própria mensagem de um chat interno',
    'Editar un mensaje propio de un chat interno',
    'Bir iç sohbetteki kendi mesajını düzenle',
  ],
  putChatsByIdMessagesByMessageIdReaction: [
    'Reagir a uma mensagem de um chat interno',
    'Reaccionar a un mensaje de un chat interno',
    'Bir iç sohbet mesajına tepki ver',
  ],
  postChatsByIdRead: [
    'Marcar um chat interno como lido',
    'Marcar un chat interno como leído',
    'Bir iç sohbeti okundu olarak işaretle',
  ],
  postChatsByIdTyping: [
    'Avisar os participantes de um chat interno que se está digitando',
    'Avisar a los miembros de un chat interno que se está escribiendo',
    'Bir iç sohbetin üyelerine yazıldığını bildir',
  ],
  postPasskeyAnswer: [
    'Responder ao pedido de passkey do WhatsApp',
    'Responder a la petición de passkey de WhatsApp',
    'WhatsApp’ın geçiş anahtarı isteğini yanıtla',
  ],
  postPasskeyConfirm: ['Confirmar o telefone vinculado', 'Confirmar el teléfono vinculado', 'Bağlanan telefonu onayla'],
  postPasskeyOpen: [
    'Abrir um link que passa adiante o pedido de passkey',
    'Abrir un enlace que entrega la petición de passkey',
    'Geçiş anahtarı isteğini aktaran bir bağlantıyı aç',
  ],
  postPasskeyState: [
    'Ler em que ponto está um pedido de passkey',
    'Leer en qué punto está una petición de passkey',
    'Bir geçiş anahtarı isteğinin durumunu oku',
  ],
  postWhatsappRestart: [
    'Reiniciar todas as conexões',
    'Reiniciar todas las conexiones',
    'Tüm bağlantıları yeniden başlat',
  ],
  getWhatsappByIdHealth: [
    'Ler a saúde de uma conexão',
    'Leer la salud de una conexión',
    'Bir bağlantının sağlık durumunu oku',
  ],
  deleteWhatsappByIdImport: [
    'Parar a importação do histórico de um telefone',
    'Detener la importación del historial de un teléfono',
    'Bir telefonun geçmişinin içe aktarılmasını durdur',
  ],
  deleteWhatsappByIdMediaUpload: [
    'Remover o arquivo da saudação de uma conexão',
    'Quitar el archivo del saludo de una conexión',
    'Bir bağlantının karşılama dosyasını kaldır',
  ],
  getWhatsappByIdMediaUpload: [
    'Baixar o arquivo da saudação de uma conexão',
    'Descargar el archivo del saludo de una conexión',
    'Bir bağlantının karşılama dosyasını indir',
  ],
  postWhatsappByIdMediaUpload: [
    'Enviar o arquivo da saudação de uma conexão',
    'Subir el archivo del saludo de una conexión',
    'Bir bağlantının karşılama dosyasını yükle',
  ],
  postWhatsappByIdToken: [
    'Renovar o token de uma conexão',
    'Renovar el token de una conexión',
    'Bir bağlantının belirtecini yenile',
  ],
  deleteWhatsappsessionById: ['Desconectar uma conexão', 'Desconectar una conexión', 'Bir bağlantının bağını kes'],
  postWhatsappsessionById: [
    'Vincular uma conexão por QR code ou número',
    'Vincular una conexión por código QR o número',
    'Bir bağlantıyı QR kodu veya numarayla bağla',
  ],
  putWhatsappsessionById: [
    'Vincular de novo uma conexão por QR code',
    'Vincular de nuevo una conexión por código QR',
    'Bir bağlantıyı QR koduyla yeniden bağla',
  ],
  deleteWhatsappsessionByIdPasskey: [
    'Cancelar o vínculo por passkey',
    'Cancelar el vínculo por passkey',
    'Geçiş anahtarıyla bağlamayı iptal et',
  ],
  getWhatsappsessionByIdPasskey: [
    'Ler em que ponto está o vínculo por passkey',
    'Leer en qué punto está el vínculo por passkey',
    'Geçiş anahtarıyla bağlamanın nereye geldiğini oku',
  ],
  postWhatsappsessionByIdPasskey: [
    'Começar o vínculo por passkey',
    'Empezar el vínculo por passkey',
    'Geçiş anahtarıyla bağlamayı başlat',
  ],
  postWhatsappsessionByIdPasskeyConfirm: [
    'Confirmar o vínculo por passkey',
    'Confirmar el vínculo por passkey',
    'Geçiş anahtarıyla bağlamayı onayla',
  ],
  postWhatsappsessionByIdPasskeyLink: [
    'Criar um link que passa adiante o pedido de passkey',
    'Crear un enlace que entrega la petición de passkey',
    'Geçiş anahtarı isteğini aktaran bir bağlantı oluştur',
  ],
  postContactListItemsContacts: ['Pôr contatos em uma lista', 'Añadir contactos a una lista', 'Bir listeye kişi ekle'],
  getContactListsExample: [
    'Baixar uma planilha de exemplo para uma lista de contatos',
    'Descargar una hoja de ejemplo para una lista de contactos',
    'Bir kişi listesi için örnek tablo indir',
  ],
  getContactListsImports: [
    'Listar as importações para listas de contatos',
    'Listar las importaciones a listas de contactos',
    'Kişi listelerine yapılan içe aktarmaları listele',
  ],
  getContactListsImportsExample: [
    'Baixar uma planilha de exemplo para importações',
    'Descargar una hoja de ejemplo para importaciones',
    'İçe aktarmalar için örnek tablo indir',
  ],
  getContactListsImportsById: [
    'Ler uma importação para uma lista de contatos',
    'Leer una importación a una lista de contactos',
    'Bir kişi listesine yapılan içe aktarmayı oku',
  ],
  postContactListsImportsByIdCancel: [
    'Cancelar uma importação para uma lista de contatos',
    'Cancelar una importación a una lista de contactos',
    'Bir kişi listesine yapılan içe aktarmayı iptal et',
  ],
  getContactListsImportsByIdErrors: [
    'Baixar as linhas que uma importação recusou',
    'Descargar las filas que una importación rechazó',
    'Bir içe aktarmanın reddettiği satırları indir',
  ],
  postContactListsImportsByIdStart: [
    'Começar uma importação para uma lista de contatos',
    'Empezar una importación a una lista de contactos',
    'Bir kişi listesine içe aktarmayı başlat',
  ],
  getContactListsList: [
    'Listar os nomes de todas as listas de contatos',
    'Listar los nombres de todas las listas de contactos',
    'Tüm kişi listelerinin adlarını listele',
  ],
  postContactListsByIdUpload: [
    'Enviar uma planilha para uma lista de contatos',
    'Subir una hoja de cálculo a una lista de contactos',
    'Bir kişi listesine tablo yükle',
  ],
  getContact: ['Listar contatos para escolher', 'Listar contactos para elegir', 'Seçilebilecek kişileri listele'],
  putContactsBlockById: [
    'Bloquear ou desbloquear um contato',
    'Bloquear o desbloquear un contacto',
    'Bir kişiyi engelle veya engelini kaldır',
  ],
  putContactsCategory: [
    'Definir a categoria de vários contatos',
    'Definir la categoría de varios contactos',
    'Birkaç kişinin kategorisini belirle',
  ],
  getContactsCheckByNumber: [
    'Verificar se um número tem WhatsApp',
    'Verificar si un número tiene WhatsApp',
    'Bir numaranın WhatsApp’ta olup olmadığını denetle',
  ],
  postContactsDelete: ['Excluir vários contatos', 'Eliminar varios contactos', 'Birkaç kişiyi sil'],
  getContactsDialing: [
    'Ler o país e o DDD dos números digitados sem eles',
    'Leer el país y el área de los números escritos sin ellos',
    'Ülke ve alan kodu olmadan yazılan numaraların kodlarını oku',
  ],
  getContactsDuplicates: [
    'Listar contatos que podem ser a mesma pessoa',
    'Listar contactos que pueden ser la misma persona',
    'Aynı kişi olabilecek kayıtları listele',
  ],
  postContactsDuplicatesApart: [
    'Marcar contatos como pessoas diferentes',
    'Marcar contactos como personas distintas',
    'Kayıtları farklı kişiler olarak işaretle',
  ],
  getContactsExport: [
    'Baixar os contatos em uma planilha',
    'Descargar los contactos en una hoja de cálculo',
    'Kişileri tablo olarak indir',
  ],
  postContactsImport: [
    'Importar os contatos de um telefone',
    'Importar los contactos de un teléfono',
    'Bir telefonun kişilerini içe aktar',
  ],
  postContactsImportChats: [
    'Importar as pessoas das conversas de um telefone',
    'Importar a las personas de los chats de un teléfono',
    'Bir telefonun sohbetlerindeki kişileri içe aktar',
  ],
  getContactsImports: [
    'Listar as importações de contatos',
    'Listar las importaciones de contactos',
    'Kişi içe aktarmalarını listele',
  ],
  getContactsImportsExample: [
    'Baixar uma planilha de exemplo de contatos',
    'Descargar una hoja de ejemplo de contactos',
    'Örnek bir kişi tablosu indir',
  ],
  getContactsImportsById: [
    'Ler uma importação de contatos',
    'Leer una importación de contactos',
    'Bir kişi içe aktarmasını oku',
  ],
  postContactsImportsByIdCancel: [
    'Cancelar uma importação de contatos',
    'Cancelar una importación de contactos',
    'Bir kişi içe aktarmasını iptal et',
  ],
  getContactsImportsByIdErrors: [
    'Baixar as linhas que uma importação recusou',
    'Descargar las filas que una importación rechazó',
    'Bir içe aktarmanın reddettiği satırları indir',
  ],
  postContactsImportsByIdStart: [
    'Começar uma importação de contatos',
    'Empezar una importación de contactos',
    'Bir kişi içe aktarmasını başlat',
  ],
  postContactsMerge: ['Juntar dois contatos', 'Unir dos contactos', 'İki kişiyi birleştir'],
  getContactsMerges: [
    'Listar as junções de contatos',
    'Listar las uniones de contactos',
    'Kişi birleştirmelerini listele',
  ],
  postContactsMergesByIdUndo: ['Desfazer uma junção', 'Deshacer una unión', 'Bir birleştirmeyi geri al'],
  putContactsToggleAcceptAudioById: [
    'Aceitar ou recusar áudios de um contato',
    'Aceptar o rechazar audios de un contacto',
    'Bir kişinin sesli mesajlarını kabul et veya reddet',
  ],
  postContactsUpload: ['Enviar uma planilha de contatos', 'Subir una hoja de contactos', 'Bir kişi tablosu yükle'],
  postContactsUsername: [
    'Criar um contato pelo nome de usuário do WhatsApp',
    'Crear un contacto por su nombre de usuario de WhatsApp',
    'WhatsApp kullanıcı adıyla kişi oluştur',
  ],
  getContactsByIdDeletion: [
    'Ler o que se perde ao excluir um contato',
    'Leer lo que se pierde al eliminar un contacto',
    'Bir kişi silinince nelerin gideceğini oku',
  ],
  getContactsByIdMerges: [
    'Listar as junções de um contato',
    'Listar las uniones de un contacto',
    'Bir kişinin birleştirmelerini listele',
  ],
  getContactsByIdPictureByVersion: [
    'Ler a foto de um contato',
    'Leer la foto de un contacto',
    'Bir kişinin fotoğrafını oku',
  ],
  getDashboard: ['Ler os números do painel', 'Leer los números del panel', 'Panonun sayılarını oku'],
  getDashboardSpreadsheet: [
    'Baixar um gráfico do painel em uma planilha',
    'Descargar un gráfico del panel en una hoja de cálculo',
    'Panonun bir grafiğini tablo olarak indir',
  ],
  getDashboardTicketsDay: [
    'Contar atendimentos por dia, ou por hora de um dia',
    'Contar conversaciones por día, o por hora de un día',
    'Görüşmeleri günlere veya bir günün saatlerine göre say',
  ],
  getDashboardTicketsUsers: [
    'Contar atendimentos por atendente',
    'Contar conversaciones por agente',
    'Görüşmeleri temsilcilere göre say',
  ],
  getDistributionById: [
    'Ler a distribuição de uma fila',
    'Leer la distribución de una cola',
    'Bir kuyruğun dağıtımını oku',
  ],
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
  getEmailsByIdThread: [
    'Ler a conversa de um e-mail',
    'Leer la conversación de un correo',
    'Bir e-postanın konuşmasını oku',
  ],
  deleteOperatorSettingsMailSignIn: [
    'Sair da conta que envia os e-mails da instalação',
    'Cerrar la sesión de la cuenta que envía los correos de la instalación',
    'Kurulumun e-postalarını gönderen hesaptan çık',
  ],
  postOperatorSettingsMailSignIn: [
    'Começar a entrar na conta que envia os e-mails da instalação',
    'Empezar a iniciar sesión en la cuenta que envía los correos de la instalación',
    'Kurulumun e-postalarını gönderen hesaba girişi başlat',
  ],
  postOperatorSettingsMailSignInFinish: [
    'Concluir a entrada na conta que envia os e-mails da instalação',
    'Terminar de iniciar sesión en la cuenta que envía los correos de la instalación',
    'Kurulumun e-postalarını gönderen hesaba girişi tamamla',
  ],
  postAgendarEnvioEmail: ['Agendar um e-mail', 'Programar un correo', 'Bir e-postayı planla'],
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
  getEmailsServer: [
    'Ler o que se sabe do servidor de e-mail da empresa',
    'Leer lo que se sabe del servidor de correo de la empresa',
    'Şirketin posta sunucusu hakkında bilinenleri oku',
  ],
  postEmailsServerTest: [
    'Testar o servidor de e-mail da empresa sem enviar nada',
    'Probar el servidor de correo de la empresa sin enviar nada',
    'Şirketin posta sunucusunu hiçbir şey göndermeden dene',
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
  getFlowsById: ['Ler o rascunho de um fluxo', 'Leer el borrador de un flujo', 'Bir akışın taslağını oku'],
  putFlowsById: ['Salvar o rascunho de um fluxo', 'Guardar el borrador de un flujo', 'Bir akışın taslağını kaydet'],
  getFlowsByIdCounts: [
    'Contar o que acontece em cada bloco de um fluxo',
    'Contar lo que pasa en cada bloque de un flujo',
    'Bir akışın her bloğunda olanları say',
  ],
  postFlowsByIdDiscard: [
    'Voltar o rascunho de um fluxo à versão publicada',
    'Devolver el borrador de un flujo a la versión publicada',
    'Bir akışın taslağını yayımlanan sürüme döndür',
  ],
  postFlowsByIdFiles: [
    'Enviar um arquivo para um fluxo',
    'Subir un archivo para un flujo',
    'Bir akış için dosya yükle',
  ],
  getFlowsByIdFilesByFileId: [
    'Baixar um arquivo de um fluxo',
    'Descargar un archivo de un flujo',
    'Bir akışın dosyasını indir',
  ],
  postFlowsByIdPublish: [
    'Publicar o rascunho de um fluxo',
    'Publicar el borrador de un flujo',
    'Bir akışın taslağını yayımla',
  ],
  postFlowsByIdSecrets: [
    'Definir ou excluir um segredo de um fluxo',
    'Definir o eliminar un secreto de un flujo',
    'Bir akışın gizli değerini belirle veya sil',
  ],
  getFlowsByIdVersions: [
    'Listar as versões publicadas de um fluxo',
    'Listar las versiones publicadas de un flujo',
    'Bir akışın yayımlanan sürümlerini listele',
  ],
  getFlowsByIdVersionsByVersion: [
    'Ler uma versão publicada de um fluxo',
    'Leer una versión publicada de un flujo',
    'Bir akışın yayımlanan bir sürümünü oku',
  ],
  getHelpsList: [
    'Listar todos os vídeos de ajuda',
    'Listar todos los videos de ayuda',
    'Tüm yardım videolarını listele',
  ],
  postHelpsOrder: ['Ordenar os vídeos de ajuda', 'Ordenar los videos de ayuda', 'Yardım videolarını sırala'],
  getCompaniesByIdSchedules: [
    'Ler os horários da empresa',
    'Leer los horarios de la empresa',
    'Şirketin çalışma saatlerini oku',
  ],
  putCompaniesByIdSchedules: [
    'Mudar os horários da empresa',
    'Cambiar los horarios de la empresa',
    'Şirketin çalışma saatlerini değiştir',
  ],
  getHolidaysNational: ['Listar os feriados nacionais', 'Listar los feriados nacionales', 'Ulusal tatilleri listele'],
  getBotFilesByLinkByName: [
    'Baixar o arquivo de um contato que foi passado a um bot',
    'Descargar el archivo de un contacto que se entregó a un bot',
    'Bir bota verilen kişi dosyasını indir',
  ],
  getQueueIntegration: [
    'Listar as integrações da empresa',
    'Listar las integraciones de la empresa',
    'Şirketin entegrasyonlarını listele',
  ],
  postQueueIntegrationTestSession: [
    'Testar o acesso a um agente do Dialogflow',
    'Probar el acceso a un agente de Dialogflow',
    'Bir Dialogflow temsilcisine erişimi dene',
  ],
  getQueueIntegrationByIdCalls: [
    'Listar as últimas chamadas de uma integração',
    'Listar las últimas llamadas de una integración',
    'Bir entegrasyonun son çağrılarını listele',
  ],
  postQueueIntegrationByIdSecret: [
    'Trocar o segredo de assinatura de uma integração',
    'Cambiar el secreto de firma de una integración',
    'Bir entegrasyonun imza sırrını değiştir',
  ],
  postQueueIntegrationByIdTest: [
    'Chamar uma integração como um contato inventado',
    'Llamar a una integración como un contacto inventado',
    'Bir entegrasyonu uydurma bir kişi olarak çağır',
  ],
  getInvoicesAll: ['Listar as próprias faturas', 'Listar las facturas propias', 'Kendi faturalarını listele'],
  getInvoicesExport: [
    'Baixar as faturas de todas as empresas em uma planilha',
    'Descargar las facturas de todas las empresas en una hoja de cálculo',
    'Tüm şirketlerin faturalarını tablo olarak indir',
  ],
  getInvoicesOdd: [
    'Listar as faturas com pagamentos que não batem e esperam o operador',
    'Listar las facturas con pagos que no coinciden y esperan al operador',
    'Tutmayan ve işletmeciyi bekleyen ödemeli faturaları listele',
  ],
  putInvoicesPaymentsById: [
    'Resolver um pagamento que não bate com a fatura',
    'Resolver un pago que no coincide con su factura',
    'Faturasına uymayan bir ödemeyi sonuçlandır',
  ],
  getInvoicesTotals: [
    'Ler as somas das faturas por mês',
    'Leer las sumas de las facturas por mes',
    'Faturaların aylık toplamlarını oku',
  ],
  getInvoicesByIdReceipt: [
    'Ler o recibo de uma fatura paga',
    'Leer el recibo de una factura pagada',
    'Ödenmiş bir faturanın makbuzunu oku',
  ],
  getTicketKanban: [
    'Listar os atendimentos do kanban',
    'Listar las conversaciones del kanban',
    'Kanban panosundaki görüşmeleri listele',
  ],
  getMediaById: [
    'Baixar o arquivo de uma mensagem',
    'Descargar el archivo de un mensaje',
    'Bir mesajın dosyasını indir',
  ],
  getMessagesAllMe: ['Contar mensagens', 'Contar mensajes', 'Mesajları say'],
  postMessagesCancelById: [
    'Cancelar uma mensagem que espera o envio',
    'Cancelar un mensaje que espera su envío',
    'Gönderilmeyi bekleyen bir mesajı iptal et',
  ],
  getMessagesColleaguesById: [
    'Listar quem uma nota de um atendimento pode mencionar',
    'Listar a quién puede mencionar una nota de una conversación',
    'Bir görüşmedeki notun anabileceği kullanıcıları listele',
  ],
  getMessagesDeletedById: ['Ler uma mensagem apagada', 'Leer un mensaje eliminado', 'Silinmiş bir mesajı oku'],
  postMessagesEditById: ['Editar uma mensagem enviada', 'Editar un mensaje enviado', 'Gönderilmiş bir mesajı düzenle'],
  postMessagesForward: ['Encaminhar mensagens', 'Reenviar mensajes', 'Mesajları ilet'],
  getMessagesGalleryById: [
    'Listar os arquivos de uma conversa',
    'Listar los archivos de una conversación',
    'Bir konuşmanın dosyalarını listele',
  ],
  postMessagesMediaByIdDownload: [
    'Buscar de novo o arquivo de uma mensagem',
    'Buscar de nuevo el archivo de un mensaje',
    'Bir mesajın dosyasını yeniden getir',
  ],
  postMessagesReactMessage: ['Reagir a uma mensagem', 'Reaccionar a un mensaje', 'Bir mesaja tepki ver'],
  postMessagesRegisterCommentById: [
    'Escrever uma nota em um atendimento',
    'Escribir una nota en una conversación',
    'Bir görüşmeye not yaz',
  ],
  postMessagesRetryById: [
    'Enviar de novo uma mensagem que falhou',
    'Enviar de nuevo un mensaje que falló',
    'Başarısız bir mesajı yeniden gönder',
  ],
  getMessagesSearch: ['Buscar em todas as mensagens', 'Buscar en todos los mensajes', 'Tüm mesajlarda ara'],
  getMessagesSearchById: [
    'Buscar nas mensagens de um atendimento',
    'Buscar en los mensajes de una conversación',
    'Bir görüşmenin mesajlarında ara',
  ],
  deleteMessagesById: [
    'Apagar uma mensagem para todos',
    'Eliminar un mensaje para todos',
    'Bir mesajı herkes için sil',
  ],
  getMessagesById: [
    'Listar as mensagens de um atendimento',
    'Listar los mensajes de una conversación',
    'Bir görüşmenin mesajlarını listele',
  ],
  postMessagesById: [
    'Enviar uma mensagem ou arquivos em um atendimento',
    'Enviar un mensaje o archivos en una conversación',
    'Bir görüşmede mesaj veya dosya gönder',
  ],
  getMessagesByIdReceipts: [
    'Listar quem recebeu e leu uma mensagem em um grupo',
    'Listar quién recibió y leyó un mensaje en un grupo',
    'Bir gruptaki mesajı kimin alıp okuduğunu listele',
  ],
  getUsersMoments: [
    'Listar o que cada atendente está atendendo',
    'Listar lo que atiende cada agente',
    'Her temsilcinin neyle ilgilendiğini listele',
  ],
  getMonitor: ['Ver como está a instalação', 'Ver cómo está la instalación', 'Kurulumun durumunu göster'],
  getMonitorBackups: [
    'Listar as cópias de segurança, quando são feitas e a verificação',
    'Listar las copias de seguridad, cuándo se hacen y su verificación',
    'Yedekleri, zamanlarını ve doğrulamalarını listele',
  ],
  postMonitorBackups: [
    'Fazer uma cópia de segurança da instalação',
    'Hacer una copia de seguridad de la instalación',
    'Kurulumun yedeğini almaya başla',
  ],
  postMonitorBackupsByIdVerify: [
    'Verificar de novo uma cópia de segurança',
    'Verificar de nuevo una copia de seguridad',
    'Bir yedeği yeniden doğrula',
  ],
  getMonitorCompanies: [
    'Listar as empresas com suas páginas abertas, sessões e conexões',
    'Listar las empresas con sus páginas abiertas, sesiones y conexiones',
    'Şirketleri açık sayfaları, oturumları ve bağlantılarıyla listele',
  ],
  deleteMonitorErrorsByKey: [
    'Dispensar um erro da instalação',
    'Descartar un error de la instalación',
    'Kurulumun bir hatasını kapat',
  ],
  postMonitorJobsByNameRetry: [
    'Rodar de novo em todas as empresas uma tarefa que falhou',
    'Ejecutar de nuevo en todas las empresas una tarea que falló',
    'Başarısız bir işi her şirkette yeniden çalıştır',
  ],
  getMonitorPoints: [
    'Listar amostras do atraso e da memória da última hora ou dia',
    'Listar muestras del retraso y la memoria de la última hora o día',
    'Son saat veya günün gecikme ve bellek örneklerini listele',
  ],
  postMonitorQueuesByNameRetry: [
    'Tentar de novo o que falhou em uma fila de todas as empresas',
    'Intentar de nuevo lo que falló en una cola de todas las empresas',
    'Her şirketin bir kuyruğunda başarısız olanı yeniden dene',
  ],
  getMonitorSockets: [
    'Listar as páginas abertas de todas as empresas',
    'Listar las páginas abiertas de todas las empresas',
    'Tüm şirketlerin açık sayfalarını listele',
  ],
  deleteMonitorSocketsByKey: [
    'Encerrar a conexão de uma página aberta',
    'Cerrar la conexión de una página abierta',
    'Açık bir sayfanın bağlantısını kapat',
  ],
  getNoteMentions: ['Listar as menções em notas', 'Listar las menciones en notas', 'Notlardaki anmaları listele'],
  postNoteMentionsSeen: [
    'Marcar menções em notas como vistas',
    'Marcar menciones en notas como vistas',
    'Notlardaki anmaları görüldü olarak işaretle',
  ],
  getTicketNotesList: [
    'Listar as notas de um contato',
    'Listar las notas de un contacto',
    'Bir kişinin notlarını listele',
  ],
  getCompaniesList: [
    'Listar os nomes de todas as empresas',
    'Listar los nombres de todas las empresas',
    'Tüm şirketlerin adlarını listele',
  ],
  getCompaniesByIdBackups: [
    'Listar as cópias que contêm uma empresa',
    'Listar las copias que contienen una empresa',
    'Bir şirketi içeren yedekleri listele',
  ],
  getCompaniesByIdNotes: [
    'Listar as notas do operador sobre uma empresa',
    'Listar las notas del operador sobre una empresa',
    'İşletmecinin bir şirketle ilgili notlarını listele',
  ],
  postCompaniesByIdNotes: [
    'Anotar algo sobre uma empresa',
    'Anotar algo sobre una empresa',
    'Bir şirketle ilgili not al',
  ],
  deleteCompaniesByIdNotesByNoteId: [
    'Excluir uma nota sobre uma empresa',
    'Eliminar una nota sobre una empresa',
    'Bir şirketle ilgili notu sil',
  ],
  postCompaniesByIdRenew: [
    'Adiar o vencimento de uma empresa pela sua recorrência',
    'Mover el vencimiento de una empresa según su recurrencia',
    'Bir şirketin vadesini yinelemesine göre ileri al',
  ],
  getCompaniesByIdSettings: [
    'Listar as configurações de uma empresa',
    'Listar los ajustes de una empresa',
    'Bir şirketin ayarlarını listele',
  ],
  putCompaniesByIdSettingsByKey: [
    'Mudar uma configuração de uma empresa',
    'Cambiar un ajuste de una empresa',
    'Bir şirketin bir ayarını değiştir',
  ],
  deleteCompaniesByIdSupport: [
    'Retirar o pedido de acesso, ou encerrar o acesso',
    'Retirar la petición de acceso, o terminar el acceso',
    'Erişim isteğini geri çek veya erişimi bitir',
  ],
  getCompaniesByIdSupport: [
    'Ler o último pedido para entrar em uma empresa, e a resposta',
    'Leer la última petición para entrar en una empresa, y su respuesta',
    'Bir şirkete girmek için son isteği ve yanıtını oku',
  ],
  postCompaniesByIdSupport: [
    'Pedir a uma empresa permissão para entrar',
    'Pedir permiso a una empresa para entrar',
    'Bir şirketten girme izni iste',
  ],
  postCompaniesByIdSupportEnter: [
    'Entrar em uma empresa que permitiu',
    'Entrar en una empresa que lo permitió',
    'İzin vermiş bir şirkete gir',
  ],
  getCompaniesByIdUsage: [
    'Ler os usuários, conexões, filas, mensagens e espaço de uma empresa',
    'Leer los usuarios, conexiones, colas, mensajes y espacio de una empresa',
    'Bir şirketin kullanıcı, bağlantı, kuyruk, mesaj ve disk kullanımını oku',
  ],
  getCompaniesPlan: [
    'Listar as empresas com o seu plano',
    'Listar las empresas con su plan',
    'Şirketleri planlarıyla listele',
  ],
  postCompanyRelease: [
    'Liberar uma empresa restaurada',
    'Liberar una empresa restaurada',
    'Geri yüklenmiş bir şirketi serbest bırak',
  ],
  getSupport: [
    'Ver se o operador pede para entrar, ou se já pode',
    'Ver si el operador pide entrar, o si ya puede',
    'İşletmecinin girmek isteyip istemediğini veya izni olup olmadığını gör',
  ],
  putSupport: [
    'Permitir, recusar ou revogar o acesso do operador',
    'Permitir, rechazar o revocar el acceso del operador',
    'İşletmecinin erişimine izin ver, reddet veya geri al',
  ],
  postSupportLeave: [
    'Sair de uma empresa e voltar à sessão do operador',
    'Salir de una empresa y volver a la sesión del operador',
    'Bir şirketten çık ve işletmeci oturumuna dön',
  ],
  getOperatorSettings: [
    'Listar os ajustes da instalação',
    'Listar los ajustes de la instalación',
    'Kurulum ayarlarını listele',
  ],
  putOperatorSettings: [
    'Mudar ajustes da instalação',
    'Cambiar ajustes de la instalación',
    'Kurulum ayarlarını değiştir',
  ],
  getOperatorSettingsMails: [
    'Ler os textos dos e-mails que a instalação envia',
    'Leer los textos de los correos que envía la instalación',
    'Kurulumun gönderdiği e-postaların metinlerini oku',
  ],
  deleteOperatorSettingsMailsByKindByLanguage: [
    'Voltar ao texto original de um e-mail',
    'Volver al texto original de un correo',
    'Bir e-postanın özgün metnine dön',
  ],
  putOperatorSettingsMailsByKindByLanguage: [
    'Mudar o texto de um e-mail',
    'Cambiar el texto de un correo',
    'Bir e-postanın metnini değiştir',
  ],
  postOperatorSettingsTrialsByName: [
    'Testar os ajustes de e-mail, Pix, IA, cópias ou BI',
    'Probar los ajustes de correo, Pix, IA, copias o BI',
    'E-posta, Pix, yapay zekâ, yedek veya BI ayarlarını dene',
  ],
  getSettingsAsaas: [
    'Ver se há uma chave da Asaas: na empresa 1, outro nome de asaasKey',
    'Ver si hay una clave de Asaas: en la empresa 1, otro nombre de asaasKey',
    'Bir Asaas anahtarı olup olmadığını gör: 1. şirkette asaasKey’in öbür adı',
  ],
  putSettingsAsaas: [
    'Definir a chave da Asaas: na empresa 1, outro nome de asaasKey',
    'Definir la clave de Asaas: en la empresa 1, otro nombre de asaasKey',
    'Asaas anahtarını belirle: 1. şirkette asaasKey’in öbür adı',
  ],
  getSettingsUserCreation: [
    'Ver se o cadastro está aberto: na empresa 1, outro nome de signUp',
    'Ver si el registro está abierto: en la empresa 1, otro nombre de signUp',
    'Kaydın açık olup olmadığını gör: 1. şirkette signUp’ın öbür adı',
  ],
  putSettingsUserCreation: [
    'Abrir ou fechar o cadastro: na empresa 1, outro nome de signUp',
    'Abrir o cerrar el registro: en la empresa 1, otro nombre de signUp',
    'Kaydı aç veya kapat: 1. şirkette signUp’ın öbür adı',
  ],
  getCampaignSettings: ['Ler os ajustes de campanhas', 'Leer los ajustes de campañas', 'Kampanya ayarlarını oku'],
  postCampaignSettings: [
    'Mudar os ajustes de campanhas',
    'Cambiar los ajustes de campañas',
    'Kampanya ayarlarını değiştir',
  ],
  postCampaignSettingsReleaseById: [
    'Deixar uma conexão parada voltar a enviar',
    'Dejar que una conexión detenida vuelva a enviar',
    'Durdurulmuş bir bağlantının yeniden göndermesine izin ver',
  ],
  getCampaignSettingsStandings: [
    'Listar a velocidade em que cada conexão pode enviar',
    'Listar a qué velocidad puede enviar cada conexión',
    'Her bağlantının ne hızda gönderebileceğini listele',
  ],
  postForgetpasswordByEmail: [
    'Enviar por e-mail um código para uma senha nova',
    'Enviar por correo un código para una contraseña nueva',
    'Yeni parola için e-postayla kod gönder',
  ],
  postResetpasswordsByEmail: [
    'Definir uma senha nova com o código de um e-mail',
    'Definir una contraseña nueva con el código de un correo',
    'E-postadaki kodla yeni parola belirle',
  ],
  deleteContactsByIdPersonalData: [
    'Apagar os dados pessoais de um contato',
    'Borrar los datos personales de un contacto',
    'Bir kişinin kişisel verilerini sil',
  ],
  getContactsByIdPersonalData: [
    'Baixar tudo o que está guardado sobre um contato',
    'Descargar todo lo que se guarda sobre un contacto',
    'Bir kişi hakkında saklanan her şeyi indir',
  ],
  getCompaniesListPlanById: [
    'Ler uma empresa com o seu plano',
    'Leer una empresa con su plan',
    'Bir şirketi planıyla oku',
  ],
  getPlansExcess: [
    'Listar as empresas acima do seu plano',
    'Listar las empresas por encima de su plan',
    'Planını aşan şirketleri listele',
  ],
  getPlansList: ['Listar os planos públicos', 'Listar los planes públicos', 'Herkese açık planları listele'],
  getQueueOptions: [
    'Listar as opções de uma fila',
    'Listar las opciones de una cola',
    'Bir kuyruğun seçeneklerini listele',
  ],
  deleteQueueOptionsByIdFile: [
    'Remover o arquivo de uma opção de fila',
    'Quitar el archivo de una opción de cola',
    'Bir kuyruk seçeneğinin dosyasını kaldır',
  ],
  getQueueOptionsByIdFile: [
    'Baixar o arquivo de uma opção de fila',
    'Descargar el archivo de una opción de cola',
    'Bir kuyruk seçeneğinin dosyasını indir',
  ],
  postQueueOptionsByIdFile: [
    'Enviar o arquivo de uma opção de fila',
    'Subir el archivo de una opción de cola',
    'Bir kuyruk seçeneğinin dosyasını yükle',
  ],
  postQueueOrder: ['Ordenar as filas', 'Ordenar las colas', 'Kuyrukları sırala'],
  deleteQueueByIdMediaUpload: [
    'Remover o arquivo da saudação de uma fila',
    'Quitar el archivo del saludo de una cola',
    'Bir kuyruğun karşılama dosyasını kaldır',
  ],
  getQueueByIdMediaUpload: [
    'Baixar o arquivo da saudação de uma fila',
    'Descargar el archivo del saludo de una cola',
    'Bir kuyruğun karşılama dosyasını indir',
  ],
  postQueueByIdMediaUpload: [
    'Enviar o arquivo da saudação de uma fila',
    'Subir el archivo del saludo de una cola',
    'Bir kuyruğun karşılama dosyasını yükle',
  ],
  putQueueByIdOptions: [
    'Mudar as opções de uma fila',
    'Cambiar las opciones de una cola',
    'Bir kuyruğun seçeneklerini değiştir',
  ],
  postQueueByIdToken: [
    'Renovar o token de uma fila',
    'Renovar el token de una cola',
    'Bir kuyruğun belirtecini yenile',
  ],
  getQueueByIdUsers: [
    'Listar os usuários de uma fila',
    'Listar los usuarios de una cola',
    'Bir kuyruğun kullanıcılarını listele',
  ],
  putQueueByIdUsers: [
    'Mudar os usuários de uma fila',
    'Cambiar los usuarios de una cola',
    'Bir kuyruğun kullanıcılarını değiştir',
  ],
  postQueuesOrder: ['Ordenar as filas', 'Ordenar las colas', 'Kuyrukları sırala'],
  postMessagesSendQuickMessageById: [
    'Enviar uma mensagem rápida em um atendimento',
    'Enviar un mensaje rápido en una conversación',
    'Bir görüşmede hızlı mesaj gönder',
  ],
  getQuickMessagesExport: [
    'Baixar as mensagens rápidas em uma planilha',
    'Descargar los mensajes rápidos en una hoja de cálculo',
    'Hızlı mesajları tablo olarak indir',
  ],
  postQuickMessagesImport: [
    'Importar mensagens rápidas de uma planilha',
    'Importar mensajes rápidos de una hoja de cálculo',
    'Hızlı mesajları bir tablodan içe aktar',
  ],
  getQuickMessagesList: [
    'Listar mensagens rápidas para escolher',
    'Listar mensajes rápidos para elegir',
    'Seçilebilecek hızlı mesajları listele',
  ],
  getQuickMessagesByIdFile: [
    'Baixar o arquivo de uma mensagem rápida',
    'Descargar el archivo de un mensaje rápido',
    'Bir hızlı mesajın dosyasını indir',
  ],
  getRatingsAnswers: [
    'Listar as respostas às avaliações',
    'Listar las respuestas a las evaluaciones',
    'Değerlendirmelere verilen yanıtları listele',
  ],
  getRatingsChoices: [
    'Listar avaliações para escolher',
    'Listar evaluaciones para elegir',
    'Seçilebilecek değerlendirmeleri listele',
  ],
  getRatingsResults: [
    'Ler os resultados das avaliações',
    'Leer los resultados de las evaluaciones',
    'Değerlendirmelerin sonuçlarını oku',
  ],
  getTicketreportHours: [
    'Contar atendimentos por hora da semana',
    'Contar conversaciones por hora de la semana',
    'Görüşmeleri haftanın saatlerine göre say',
  ],
  getTicketreportReports: [
    'Listar os atendimentos de um relatório, ou baixá-los em uma planilha',
    'Listar las conversaciones de un informe, o descargarlas en una hoja de cálculo',
    'Bir raporun görüşmelerini listele veya tablo olarak indir',
  ],
  getTicketreportSummary: [
    'Ler um relatório por atendente, fila, etiqueta ou conexão',
    'Leer un informe por agente, cola, etiqueta o conexión',
    'Temsilci, kuyruk, etiket veya bağlantıya göre bir rapor oku',
  ],
  getTicketreportSummarySpreadsheet: [
    'Baixar um relatório agrupado em uma planilha',
    'Descargar un informe agrupado en una hoja de cálculo',
    'Gruplanmış bir raporu tablo olarak indir',
  ],
  getTicketreportViews: [
    'Listar as visões salvas dos relatórios',
    'Listar las vistas guardadas de los informes',
    'Raporların kayıtlı görünümlerini listele',
  ],
  postTicketreportViews: [
    'Salvar uma visão dos relatórios',
    'Guardar una vista de los informes',
    'Raporların bir görünümünü kaydet',
  ],
  deleteTicketreportViewsById: ['Excluir uma visão salva', 'Eliminar una vista guardada', 'Kayıtlı bir görünümü sil'],
  putTicketreportViewsById: ['Mudar uma visão salva', 'Cambiar una vista guardada', 'Kayıtlı bir görünümü değiştir'],
  getSchedulesCalendar: [
    'Listar os agendamentos entre dois dias',
    'Listar las programaciones entre dos días',
    'İki gün arasındaki planlamaları listele',
  ],
  getSchedulesReminders: [
    'Listar os lembretes na hora',
    'Listar los recordatorios a su hora',
    'Zamanı gelen hatırlatmaları listele',
  ],
  postSchedulesRemindersSeen: [
    'Marcar lembretes como vistos',
    'Marcar recordatorios como vistos',
    'Hatırlatmaları görüldü olarak işaretle',
  ],
  deleteSchedulesByIdMediaUpload: [
    'Remover o arquivo de um agendamento',
    'Quitar el archivo de una programación',
    'Bir planlamanın dosyasını kaldır',
  ],
  getSchedulesByIdMediaUpload: [
    'Baixar o arquivo de um agendamento',
    'Descargar el archivo de una programación',
    'Bir planlamanın dosyasını indir',
  ],
  postSchedulesByIdMediaUpload: [
    'Enviar o arquivo de um agendamento',
    'Subir el archivo de una programación',
    'Bir planlamanın dosyasını yükle',
  ],
  getDocs: [
    'Abrir a tela que mostra este documento',
    'Abrir la pantalla que muestra este documento',
    'Bu belgeyi gösteren ekranı aç',
  ],
  getOpenapiJson: ['Ler este documento', 'Leer este documento', 'Bu belgeyi oku'],
  postSimulatorMedia: [
    'Enviar um arquivo ao WhatsApp simulado',
    'Subir un archivo al WhatsApp simulado',
    'Benzetilen WhatsApp’a dosya yükle',
  ],
  getSimulatorByPath: ['Comandar o WhatsApp simulado', 'Controlar el WhatsApp simulado', 'Benzetilen WhatsApp’ı yönet'],
  postSimulatorByPath: [
    'Comandar o WhatsApp simulado',
    'Controlar el WhatsApp simulado',
    'Benzetilen WhatsApp’ı yönet',
  ],
  getVersion: [
    'Ler a versão e a situação da instalação',
    'Leer la versión y el estado de la instalación',
    'Kurulumun sürümünü ve durumunu oku',
  ],
  getHealth: ['Ver se o servidor responde', 'Ver si el servidor responde', 'Sunucunun yanıt verip vermediğini gör'],
  getMetrics: [
    'Ler métricas no formato do Prometheus',
    'Leer métricas en el formato de Prometheus',
    'Ölçümleri Prometheus biçiminde oku',
  ],
  getPasskeyHelperZip: [
    'Baixar a extensão do navegador para passkeys',
    'Descargar la extensión del navegador para passkeys',
    'Geçiş anahtarları için tarayıcı eklentisini indir',
  ],
  getWsByCompany: [
    'Receber eventos por um WebSocket',
    'Recibir eventos por un WebSocket',
    'Olayları bir WebSocket üzerinden al',
  ],
  getSettings: ['Listar as configurações', 'Listar los ajustes', 'Ayarları listele'],
  getSettingsByKey: ['Ler uma configuração', 'Leer un ajuste', 'Bir ayarı oku'],
  putSettingsByKey: ['Mudar uma configuração', 'Cambiar un ajuste', 'Bir ayarı değiştir'],
  getSignup: [
    'Ler o que um visitante pode contratar',
    'Leer lo que puede contratar un visitante',
    'Bir ziyaretçinin neye kaydolabileceğini oku',
  ],
  postSignup: [
    'Criar uma empresa em teste, e entrar',
    'Crear una empresa de prueba, e iniciar sesión',
    'Deneme süreli bir şirket oluştur ve oturum aç',
  ],
  postSubscription: [
    'Escolher um plano e receber o código Pix da fatura',
    'Elegir un plan y recibir el código Pix de la factura',
    'Bir plan seç ve faturanın Pix kodunu al',
  ],
  getSubscriptionOffer: [
    'Ler o que pode ser pago, e os planos à venda',
    'Leer lo que se puede pagar, y los planes ofrecidos',
    'Ödenebilecekleri ve sunulan planları oku',
  ],
  postSubscriptionPreview: [
    'Ler quanto custaria e o que mudaria um plano, sem escolhê-lo',
    'Leer cuánto costaría y qué cambiaría un plan, sin elegirlo',
    'Bir planın ne tutacağını ve neyi değiştireceğini seçmeden oku',
  ],
  getSubscriptionStanding: [
    'Ler quando vence a assinatura',
    'Leer cuándo vence la suscripción',
    'Aboneliğin vadesini oku',
  ],
  postSubscriptionWebhookByProvider: [
    'Receber o webhook de um provedor de pagamentos',
    'Recibir el webhook de un proveedor de pagos',
    'Bir ödeme sağlayıcısının webhook’unu al',
  ],
  postSubscriptionWebhookByProviderPix: [
    'Receber o webhook de um provedor de pagamentos que acrescenta isto',
    'Recibir el webhook de un proveedor de pagos que añade esto',
    'Bunu ekleyen bir ödeme sağlayıcısının webhook’unu al',
  ],
  getSubscriptionById: [
    'Ler se uma fatura foi paga, perguntando ao provedor',
    'Leer si una factura fue pagada, preguntando al proveedor',
    'Bir faturanın ödenip ödenmediğini sağlayıcıya sorarak oku',
  ],
  getTagsKanban: [
    'Listar as colunas do kanban',
    'Listar las columnas del kanban',
    'Kanban panosunun sütunlarını listele',
  ],
  getTagsList: [
    'Listar todas as etiquetas para escolher',
    'Listar todas las etiquetas para elegir',
    'Seçilebilecek tüm etiketleri listele',
  ],
  postTagsOrder: [
    'Ordenar as colunas do kanban',
    'Ordenar las columnas del kanban',
    'Kanban panosunun sütunlarını sırala',
  ],
  putTicketTags: [
    'Pôr ou tirar uma etiqueta de vários atendimentos',
    'Poner o quitar una etiqueta de varias conversaciones',
    'Birkaç görüşmeye etiket ekle veya kaldır',
  ],
  deleteTicketTagsByTicketId: [
    'Tirar um atendimento da sua coluna do kanban',
    'Quitar una conversación de su columna del kanban',
    'Bir görüşmeyi kanban sütunundan çıkar',
  ],
  deleteTicketTagsByTicketIdByTagId: [
    'Tirar uma etiqueta de um atendimento',
    'Quitar una etiqueta de una conversación',
    'Bir görüşmeden etiketi kaldır',
  ],
  putTicketTagsByTicketIdByTagId: [
    'Pôr uma etiqueta em um atendimento',
    'Poner una etiqueta en una conversación',
    'Bir görüşmeye etiket ekle',
  ],
  getTasksCount: [
    'Contar as tarefas abertas da pessoa',
    'Contar las tareas abiertas de la persona',
    'Kişinin açık görevlerini say',
  ],
  getTasksReminders: [
    'Listar as tarefas que lembram a pessoa',
    'Listar las tareas que recuerdan a la persona',
    'Kişiye hatırlatılan görevleri listele',
  ],
  postTasksRemindersSeen: [
    'Marcar lembretes de tarefas como vistos',
    'Marcar recordatorios de tareas como vistos',
    'Görev hatırlatmalarını görüldü olarak işaretle',
  ],
  postTasksSeveral: ['Criar várias tarefas', 'Crear varias tareas', 'Birkaç görev oluştur'],
  getContactsExistsOpenTicket: [
    'Ler o atendimento aberto de um número',
    'Leer la conversación abierta de un número',
    'Bir numaranın açık görüşmesini oku',
  ],
  getContactsExistsOpenTicketById: [
    'Ler o atendimento aberto de um contato',
    'Leer la conversación abierta de un contacto',
    'Bir kişinin açık görüşmesini oku',
  ],
  getTicketsLogById: [
    'Listar o que aconteceu com um atendimento',
    'Listar lo que pasó con una conversación',
    'Bir görüşmede olanları listele',
  ],
  getTicketsCounters: [
    'Contar os atendimentos por lista',
    'Contar las conversaciones por lista',
    'Görüşmeleri listelere göre say',
  ],
  postTicketsRead: [
    'Marcar vários atendimentos como lidos',
    'Marcar varias conversaciones como leídas',
    'Birkaç görüşmeyi okundu olarak işaretle',
  ],
  getTicketsTransferTargets: [
    'Listar filas e usuários para transferir',
    'Listar colas y usuarios a los que transferir',
    'Aktarılabilecek kuyrukları ve kullanıcıları listele',
  ],
  getTicketsUByUuid: [
    'Ler um atendimento pelo seu uuid',
    'Leer una conversación por su uuid',
    'Bir görüşmeyi uuid’siyle oku',
  ],
  getTypebotListtypebots: [
    'Listar os bots de um espaço do Typebot',
    'Listar los bots de un espacio de Typebot',
    'Bir Typebot çalışma alanının botlarını listele',
  ],
  getTypebotListworkspaces: [
    'Listar os espaços do Typebot',
    'Listar los espacios de Typebot',
    'Typebot çalışma alanlarını listele',
  ],
  postAuthLogin: ['Entrar', 'Iniciar sesión', 'Oturum aç'],
  deleteAuthLogout: ['Sair', 'Cerrar sesión', 'Oturumu kapat'],
  getAuthMe: ['Ler quem entrou', 'Leer quién inició sesión', 'Oturum açan kullanıcıyı oku'],
  postAuthRefreshToken: [
    'Renovar o token com o cookie da sessão',
    'Renovar el token con la cookie de la sesión',
    'Belirteci oturum çereziyle yenile',
  ],
  postUserAccess: [
    'Deixar um usuário usar uma conexão',
    'Dejar que un usuario use una conexión',
    'Bir kullanıcının bir bağlantıyı kullanmasına izin ver',
  ],
  postUserAccessDeleteConnectionByUser: [
    'Impedir um usuário de usar uma conexão',
    'Impedir que un usuario use una conexión',
    'Bir kullanıcının bir bağlantıyı kullanmasını durdur',
  ],
  getUserAccessListByConnectionById: [
    'Listar quem pode usar uma conexão',
    'Listar quién puede usar una conexión',
    'Bir bağlantıyı kimlerin kullanabileceğini listele',
  ],
  getUserAccessListByUserById: [
    'Listar as conexões que um usuário pode usar',
    'Listar las conexiones que puede usar un usuario',
    'Bir kullanıcının kullanabileceği bağlantıları listele',
  ],
  getUsersList: ['Listar usuários para escolher', 'Listar usuarios para elegir', 'Seçilebilecek kullanıcıları listele'],
}

export function translatedSummary(operationId: string): Translated | undefined {
  const [, method = '', name = '', byId = ''] = /^(get|post|put|delete)(\w+?)(ById)?$/.exec(operationId) ?? []
  const thing = things[name]
  const row = rows[operationId] ?? (thing && usual[`${method}${byId}`]?.(thing))
  return row && { 'pt-BR': row[0], es: row[1], tr: row[2] }
}
