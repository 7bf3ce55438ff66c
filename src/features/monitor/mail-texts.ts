/** What the mail says when a scheduled backup has failed. */
import type { Language } from '../../texts/languages'

export const mailTexts: Readonly<
  Record<Language, { readonly subject: string; readonly failed: string; readonly look: string }>
> = {
  'pt-BR': {
    subject: 'A cópia de segurança do Balcão falhou',
    failed: 'A cópia agendada falhou:',
    look: 'Veja o que houve e faça outra no Monitor, em Cópias',
  },
  en: {
    subject: 'The Balcão backup failed',
    failed: 'The scheduled backup failed:',
    look: 'See what happened and make another one in the Monitor, under Backups',
  },
  es: {
    subject: 'La copia de seguridad de Balcão falló',
    failed: 'La copia programada falló:',
    look: 'Vea qué pasó y haga otra en el Monitor, en Copias',
  },
  tr: {
    subject: 'Balcão yedeklemesi başarısız oldu',
    failed: 'Zamanlanmış yedekleme başarısız oldu:',
    look: 'Ne olduğuna bakın ve Monitör sayfasında, Yedekler bölümünde yenisini alın',
  },
}
