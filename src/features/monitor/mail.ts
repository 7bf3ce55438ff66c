/** Tells the operator's people by e-mail that a scheduled backup has failed. */
import type { Services } from '../../platform/module'
import { findCompanyOrFail } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { type Language, languageOf } from '../../texts/languages'
import { listOperatorEmails } from '../../users/people'

export async function mailFailedBackup(services: Services, problem: string): Promise<void> {
  const { mailer, databases, cxOf, publicUrl, log } = services
  if (!mailer.configured) return // the notice on the screens remains
  const { uuid, language } = findCompanyOrFail(databases.control, OPERATOR_COMPANY)
  const { subject, failed, look } = texts[languageOf(language)]
  const text = [failed, problem, publicUrl ? `${look}: ${publicUrl}/monitor?tab=backups` : `${look}.`].join('\n\n')
  for (const email of listOperatorEmails(cxOf(uuid).db))
    try {
      await mailer.send({ to: email, subject, text })
    } catch (error) {
      log.warn({ error: String(error) }, 'the operator was not told by e-mail that a backup has failed')
    }
}

const texts: Readonly<Record<Language, { readonly subject: string; readonly failed: string; readonly look: string }>> =
  {
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
