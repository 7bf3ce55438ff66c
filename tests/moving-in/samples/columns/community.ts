/** Tables of whaticket-community, October 2025, as its own steps make them: each column and its type. */
export const communityColumns = {
  ContactCustomFields: 'id:integer name:varchar value:varchar contactId:integer createdAt:instant updatedAt:instant',
  Contacts:
    'id:integer name:varchar number:varchar profilePicUrl:varchar createdAt:instant updatedAt:instant email:varchar isGroup:boolean',
  Messages:
    'id:varchar body:text ack:integer read:boolean mediaType:varchar mediaUrl:varchar ticketId:integer createdAt:instant updatedAt:instant fromMe:boolean isDeleted:boolean contactId:integer quotedMsgId:varchar',
  Queues: 'id:integer name:varchar color:varchar greetingMessage:text createdAt:instant updatedAt:instant',
  QuickAnswers: 'id:integer shortcut:text message:text createdAt:instant updatedAt:instant',
  SequelizeMeta: 'name:varchar',
  Settings: 'key:varchar value:text createdAt:instant updatedAt:instant',
  Tickets:
    'id:integer status:varchar lastMessage:text contactId:integer userId:integer createdAt:instant updatedAt:instant whatsappId:integer isGroup:boolean unreadMessages:integer queueId:integer',
  UserQueues: 'userId:integer queueId:integer createdAt:instant updatedAt:instant',
  Users:
    'id:integer name:varchar email:varchar passwordHash:varchar createdAt:instant updatedAt:instant profile:varchar tokenVersion:integer whatsappId:integer',
  WhatsappQueues: 'whatsappId:integer queueId:integer createdAt:instant updatedAt:instant',
  Whatsapps:
    'id:integer session:text qrcode:text status:varchar battery:varchar plugged:boolean createdAt:instant updatedAt:instant name:varchar isDefault:boolean retries:integer greetingMessage:text farewellMessage:text',
} as const
