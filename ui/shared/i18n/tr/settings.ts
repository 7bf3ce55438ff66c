import type { settings as pt } from '../pt-BR/settings'
import type { Shape } from '../types'

export const settings: Shape<typeof pt> = {
  title: 'Ayarlar',
  incoming: 'Gelenler',
  attendance: 'Görüşme',
  groups: {
    title: 'Gruplarla ilgilen',
    text: 'Grup mesajları görüşmeye dönüşür. Kapalıyken yok sayılır.',
  },
  calls: {
    title: 'Aramaları kabul et',
    text: 'Kapalıyken her arama reddedilir ve arayana nedeni yazılır.',
  },
  audio: {
    title: 'Yeni kişilerden ses kabul et',
    text: 'Kapalıyken ses saklanır ve kişiye bildirilir. Her kişi için ayrıca değiştirilebilir.',
  },
  farewellWaiting: {
    title: 'Bekleyeni kapatırken veda',
    text: 'Kabul edilmeden kapatılan görüşmede de kapanış mesajı gönderilir.',
  },
}
