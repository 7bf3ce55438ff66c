import type { settings as pt } from '../pt-BR/settings'
import type { Shape } from '../types'

export const settings: Shape<typeof pt> = {
  title: 'Ayarlar',
  incoming: 'Gelenler',
  attendance: 'Talepler',
  waiting: 'Bekleme',
  groups: {
    title: 'Gruplarla ilgilen',
    text: 'Grup mesajları talebe dönüşür. Kapalıyken yok sayılır.',
  },
  calls: {
    title: 'Aramaları kabul et',
    text: 'Kapalıyken her arama reddedilir ve arayana nedeni yazılır.',
  },
  audio: {
    title: 'Yeni kişilerden ses kabul et',
    text: 'Kapalıyken ses saklanır ve kişiye bildirilir. Her kişi için ayrıca değiştirilebilir.',
  },
  sign: {
    title: 'İmzaya izin ver',
    text: 'Herkes kişiye yazdığının üstüne kendi adını koyabilir.',
  },
  signUsual: {
    title: 'Varsayılan olarak imzala',
    text: 'Henüz seçmeyen imzalayarak başlar. Yalnızca imzaya izin varken geçerlidir.',
  },
  greetingQueue: {
    title: 'Kuyruğun karşılaması',
    text: 'Bağlantıda tek kuyruk varsa talep başlatan onun karşılamasını alır. Gruplar almaz.',
  },
  greeting: {
    title: 'Kabul ederken selamlama',
    text: 'Görüşmeyi kabul eden, kişiye adıyla tanıtılır. Gruplarda gönderilmez.',
  },
  transfer: {
    title: 'Aktarmayı bildir',
    text: 'Kişiye artık kiminle görüştüğü ya da hangi kuyrukta beklediği yazılır. Gruplarda gönderilmez.',
  },
  farewellWaiting: {
    title: 'Bekleyeni kapatırken veda',
    text: 'Kabul edilmeden kapatılan talepte de kapanış mesajı gönderilir.',
  },
  waitingAmber: {
    title: 'Bekleme şu süreden sonra sarı',
    text: 'Listede yanıt bekleyenin süresi sarıya döner.',
  },
  waitingRed: {
    title: 'Bekleme şu süreden sonra kırmızı',
    text: 'Aynı süre kırmızıya döner: bekleme çok uzadı.',
  },
}
