import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    getEscalation: [
      'Listar as conversas que ninguém viu e que chegaram à pessoa',
      'Listar las conversaciones que nadie vio y que llegaron a la persona',
      'Kimsenin görmediği ve kişiye iletilen görüşmeleri listele',
    ],
    postEscalationSeen: [
      'Tirar do sino as conversas que ninguém viu',
      'Quitar de la campana las conversaciones que nadie vio',
      'Kimsenin görmediği görüşmeleri zilden çıkar',
    ],
    putEscalationNumber: [
      'Mudar o número de WhatsApp próprio da pessoa',
      'Cambiar el número de WhatsApp propio de la persona',
      'Kişinin kendi WhatsApp numarasını değiştir',
    ],
    getEscalationCompany: [
      'Ler as etapas da empresa e quantas conversas chegaram a quem',
      'Leer los pasos de la empresa y cuántas conversaciones llegaron a quién',
      'Şirketin adımlarını ve kaç görüşmenin kime ulaştığını oku',
    ],
    putEscalationCompany: [
      'Mudar as etapas das filas sem etapas próprias',
      'Cambiar los pasos de las colas sin pasos propios',
      'Kendi adımları olmayan kuyrukların adımlarını değiştir',
    ],
  },
}
