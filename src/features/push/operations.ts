import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    getPush: [
      'Ler os aparelhos e as notificações da pessoa',
      'Leer los dispositivos y las notificaciones de la persona',
      'Kişinin cihazlarını ve bildirim ayarlarını oku',
    ],
    putPushDevices: [
      'Registrar este navegador para notificações',
      'Registrar este navegador para notificaciones',
      'Bu tarayıcıyı bildirimler için kaydet',
    ],
    deletePushDevicesById: [
      'Remover um aparelho da pessoa',
      'Quitar un dispositivo de la persona',
      'Kişinin bir cihazını kaldır',
    ],
    postPushDevicesByIdTest: [
      'Enviar uma notificação de teste',
      'Enviar una notificación de prueba',
      'Deneme bildirimi gönder',
    ],
    putPushSettings: [
      'Mudar as notificações da pessoa',
      'Cambiar las notificaciones de la persona',
      'Kişinin bildirim ayarlarını değiştir',
    ],
  },
}
