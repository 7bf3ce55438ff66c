import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    getApiTokens: ['Listar os tokens', 'Listar los tokens', 'Belirteçleri listele'],
    postApiTokens: ['Criar um token', 'Crear un token', 'Belirteç oluştur'],
    getApiTokensSendsById: [
      'Ler um envio feito com um token',
      'Leer un envío hecho con un token',
      'Bir belirteçle yapılan gönderimi oku',
    ],
    deleteApiTokensById: ['Revogar um token', 'Revocar un token', 'Belirteci iptal et'],
    putApiTokensById: ['Mudar um token', 'Cambiar un token', 'Belirteci değiştir'],
    postApiTokensByIdSend: [
      'Enviar um teste com um token',
      'Enviar una prueba con un token',
      'Bir belirteçle deneme gönder',
    ],
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
    postV1ExternalByApiId: [
      'Enviar uma mensagem pelo endereço de um Izing que mudou para cá',
      'Enviar un mensaje por la dirección de un Izing que se mudó aquí',
      "Buraya taşınan bir Izing'in adresinden mesaj gönder",
    ],
    postMessagesSend: ['Enviar uma mensagem', 'Enviar un mensaje', 'Mesaj gönder'],
    postMessagesSendLinkImage: [
      'Enviar uma imagem por endereço',
      'Enviar una imagen por su dirección',
      'Adresiyle bir görsel gönder',
    ],
    getMessagesByIdStatus: ['Ler a situação de um envio', 'Leer el estado de un envío', 'Bir gönderimin durumunu oku'],
  },
}
