/** Templates of e-mails. */
import { defineTexts } from '../../../shared/i18n/define'

export const templateTexts = defineTexts('mailTemplates', (language) => import(`./templates.${language}.json`), {
  tab: 'Modelos',
  new: 'Novo modelo',
  search: 'Buscar nome, assunto ou texto',
  use: 'Usar um modelo',
  choose: 'Buscar modelo',
  none: 'Nenhum modelo encontrado.',
  manage: 'Ver todos os modelos',
  replace: 'O modelo “{name}” troca o assunto e a mensagem que já estão escritos.',
  replaceTitle: 'Trocar o que está escrito?',
  replaceIt: 'Usar o modelo',
  column: { name: 'Nome', subject: 'Assunto', files: 'Anexos', author: 'Autor' },
  states: { active: 'Ativo', inactive: 'Inativo' },
  edit: 'Editar {name}',
  remove: 'Excluir {name}',
  form: {
    create: 'Novo modelo de e-mail',
    edit: 'Editar {name}',
    createIt: 'Criar',
    name: 'Nome',
    nameHint: 'Só a equipe vê.',
    active: 'Ativo',
    activeHint: 'Só os ativos são oferecidos a quem escreve.',
    saved: 'Modelo “{name}” salvo',
  },
  delete: {
    title: 'Excluir o modelo “{name}”?',
    text: 'Ele deixa de ser oferecido. E-mails já escritos não mudam.',
    confirm: 'Excluir',
    done: 'Modelo “{name}” excluído',
  },
  empty: {
    title: 'Nenhum modelo ainda',
    text: 'Um modelo guarda assunto, texto e anexos de e-mails que se repetem.',
  },
  noMatch: 'A busca olha o nome, o assunto e o texto.',
})
