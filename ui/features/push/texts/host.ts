import { defineTexts } from '../../../shared/i18n/define'

export const hostTexts = defineTexts('pushHost', (language) => import(`./host.${language}.json`), {
  later: 'Agora não',
  failed: 'Não deu para ligar as notificações.',
  ask: {
    title: 'Avisar neste celular?',
    text: 'Você acabou de aceitar {name}. Se houver resposta com o Balcão fechado, o celular avisa. Só conversas suas e das suas filas, no seu horário.',
    now: 'agora',
    example: 'Sábado de manhã é ótimo, obrigada.',
    yes: 'Avisar',
  },
  install: {
    title: 'Instalar o Balcão',
    text: 'Abre em tela cheia, com ícone e número de não lidas. Ocupa menos de 1 MB, e se apaga como qualquer aplicativo.',
    yes: 'Instalar',
  },
  home: {
    title: 'Pôr na tela de início',
    text: 'No iPhone as notificações só existem com o Balcão na tela de início. São três toques, no Safari.',
    step1: 'Toque em *Compartilhar* {icon}, embaixo.',
    step2: 'Role e toque em *Adicionar à Tela de Início* {icon}.',
    step3: 'Abra pelo ícone novo e toque em *Avisar*.',
    yes: 'Entendi',
  },
  denied: {
    title: 'Este celular não avisa',
    how: 'As notificações foram recusadas. Abra o cadeado ao lado do endereço e permita.',
    hide: 'Esconder por 14 dias',
  },
})
