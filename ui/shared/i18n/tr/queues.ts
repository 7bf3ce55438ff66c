import type { queues as pt } from '../pt-BR/queues'
import type { Shape } from '../types'

export const queues: Shape<typeof pt> = {
  title: 'Kuyruklar',
  search: 'Kuyruk ara',
  new: 'Yeni kuyruk',
  edit: '{name} kuyruğunu düzenle',
  remove: '{name} kuyruğunu sil',
  column: {
    queue: 'Kuyruk',
    order: 'Sıra',
    people: 'Kişiler',
    tickets: 'Etkin talepler',
  },
  nobody: 'Kimse yok',
  empty: {
    title: 'Henüz kuyruk yok',
    text: 'Kuyruklar şirketin bölümleridir: Satış, Destek, Muhasebe. Herkes kendi kuyruklarının taleplerini görür.',
  },
  form: {
    create: 'Yeni kuyruk',
    edit: '{name} kuyruğunu düzenle',
    name: 'Ad',
    nameHint: 'Ekibin kullandığı bölüm adı: Satış, Destek…',
    sample: 'Kuyruğunuz',
    color: 'Renk',
    order: 'Sıra',
    orderHint: 'Kuyruklar küçükten büyüğe doğru gösterilir.',
    greeting: 'Karşılama',
    greetingHint: 'Şirket isterse (Ayarlar), yalnızca bu kuyruğu olan bir bağlantıda talep başlatana gönderilir.',
    people: 'Kişiler',
    peopleHint: 'Bu kuyrukta çalışanlar taleplerini görür. Yöneticiler ve süpervizörler hepsini görür.',
    findPerson: 'Kişi ara',
    createIt: 'Kuyruğu oluştur',
    saved: '{name} kuyruğu kaydedildi.',
  },
  delete: {
    title: '{name} kuyruğu silinsin mi?',
    tickets: {
      one: '{count} etkin talep kuyruksuz kalır.',
      other: '{count} etkin talep kuyruksuz kalır.',
    },
    noTickets: 'İçinde etkin talep yok.',
    sight: 'Kapatılanlar dahil yazışmaları kalır ve bundan sonra tüm ekip onları görebilir.',
    people: { one: '{count} kişi artık bu kuyrukta çalışmaz.', other: '{count} kişi artık bu kuyrukta çalışmaz.' },
    connections: { one: '{count} bağlantı artık onu kullanmaz.', other: '{count} bağlantı artık onu kullanmaz.' },
    confirm: 'Kuyruğu sil',
    done: '{name} kuyruğu silindi.',
    blocked:
      'Eski mesajları bu kuyruğa aktaran bağlantılar: {connections}. Silmeden önce orada başka bir kuyruk seçin.',
  },
}
