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
    putPushBrowser: [
      'Informar por que este navegador não mostra notificações',
      'Informar por qué este navegador no muestra notificaciones',
      'Bu tarayıcının neden bildirim göstermediğini bildir',
    ],
    postPushTest: [
      'Enviar uma notificação de teste aos aparelhos da pessoa',
      'Enviar una notificación de prueba a los dispositivos de la persona',
      'Kişinin cihazlarına deneme bildirimi gönder',
    ],
    getPushCompany: [
      'Ler as escolhas da empresa, os aparelhos de todos e os números da semana',
      'Leer las elecciones de la empresa, los dispositivos de todos y las cifras de la semana',
      'Şirketin seçimlerini, herkesin cihazlarını ve haftanın sayılarını oku',
    ],
    putPushCompany: [
      'Escolher o que aparece na tela bloqueada',
      'Elegir lo que aparece en la pantalla bloqueada',
      'Kilit ekranında ne görüneceğini seç',
    ],
    postPushActs: [
      'Assumir a conversa de uma notificação, pela chave dela',
      'Tomar la conversación de una notificación, con su clave',
      'Bir bildirimin görüşmesini onun anahtarıyla üstlen',
    ],
  },
}
