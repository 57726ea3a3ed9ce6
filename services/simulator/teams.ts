// Who plays. Clubs stand in rough order of strength; fighters are invented.

export const PREMIER_LEAGUE = [
  'Arsenal',
  'Manchester City',
  'Liverpool',
  'Chelsea',
  'Aston Villa',
  'Newcastle United',
  'Manchester United',
  'Tottenham Hotspur',
  'Brighton and Hove Albion',
  'Crystal Palace',
  'Bournemouth',
  'Nottingham Forest',
  'Brentford',
  'Everton',
  'Fulham',
  'Leeds United',
  'West Ham United',
  'Sunderland',
  'Wolverhampton Wanderers',
  'Burnley',
] as const

export const LA_LIGA = [
  'Barcelona',
  'Real Madrid',
  'Atlético Madrid',
  'Villarreal',
  'Athletic Bilbao',
  'Real Betis',
  'Real Sociedad',
  'Celta Vigo',
  'Rayo Vallecano',
  'Osasuna',
  'Valencia',
  'Sevilla',
  'Girona',
  'Espanyol',
  'Mallorca',
  'Getafe',
  'Alavés',
  'Elche CF',
  'Levante',
  'Oviedo',
] as const

export const SERIE_A = [
  'Inter Milan',
  'Napoli',
  'Juventus',
  'AC Milan',
  'AS Roma',
  'Atalanta BC',
  'Como',
  'Bologna',
  'Lazio',
  'Fiorentina',
  'Udinese',
  'Torino',
  'Sassuolo',
  'Genoa',
  'Cagliari',
  'Parma',
  'Lecce',
  'Cremonese',
  'Verona',
  'Pisa',
] as const

export const NBA = [
  'Oklahoma City Thunder',
  'Denver Nuggets',
  'Cleveland Cavaliers',
  'Houston Rockets',
  'New York Knicks',
  'Minnesota Timberwolves',
  'Los Angeles Lakers',
  'Orlando Magic',
  'San Antonio Spurs',
  'Detroit Pistons',
  'Golden State Warriors',
  'Atlanta Hawks',
  'Los Angeles Clippers',
  'Milwaukee Bucks',
  'Boston Celtics',
  'Miami Heat',
  'Philadelphia 76ers',
  'Toronto Raptors',
  'Dallas Mavericks',
  'Memphis Grizzlies',
  'Indiana Pacers',
  'Chicago Bulls',
  'Phoenix Suns',
  'Portland Trail Blazers',
  'Sacramento Kings',
  'New Orleans Pelicans',
  'Charlotte Hornets',
  'Brooklyn Nets',
  'Utah Jazz',
  'Washington Wizards',
] as const

export const NHL = [
  'Florida Panthers',
  'Colorado Avalanche',
  'Carolina Hurricanes',
  'Vegas Golden Knights',
  'Dallas Stars',
  'Edmonton Oilers',
  'Tampa Bay Lightning',
  'Winnipeg Jets',
  'Toronto Maple Leafs',
  'Washington Capitals',
  'New Jersey Devils',
  'Los Angeles Kings',
  'Minnesota Wild',
  'Ottawa Senators',
  'Montréal Canadiens',
  'St Louis Blues',
  'New York Rangers',
  'Utah Mammoth',
  'Vancouver Canucks',
  'Detroit Red Wings',
  'Columbus Blue Jackets',
  'Anaheim Ducks',
  'New York Islanders',
  'Calgary Flames',
  'Buffalo Sabres',
  'Philadelphia Flyers',
  'Boston Bruins',
  'Seattle Kraken',
  'Pittsburgh Penguins',
  'Nashville Predators',
  'Chicago Blackhawks',
  'San Jose Sharks',
] as const

const MEN =
  'Aaro Abel Adil Aksel Alvaro Amir Andrei Anton Armand Artem Baptiste Bastian Benicio Boris Bruno Caio Callum Cassian Cyril Dario Davor Declan Diego Dmitri Eamon Eero Elias Emil Enzo Fabio Farid Felix Finn Gael Gareth Goran Hakan Hamza Hugo Idris Ilya Ivo Jakub Jarek Jonas Kaito Kamil Keanu Kofi Lars Lazar Leandro Levan Luka Magnus Malik Marek Mateus Mikkel Milan Nabil Nico Niko Omar Oskar Otis Pavel Quinn Rafael Rashid Renzo Rhys Ruslan Samir Sandro Stellan Tariq Teo Tomasz Ulises Vadim Viktor Wesley Xavi Yannick Yusuf Zane Zoltan'.split(
    ' ',
  )
const WOMEN =
  'Ada Agata Aisha Alina Amara Anika Anouk Ariana Astrid Aurora Beatriz Bianca Brigid Camila Carmen Celeste Clara Dalia Daria Delphine Elena Elif Elsa Esther Farah Freya Gabriela Greta Hana Helena Ines Ingrid Irina Isla Jana Joana Kaia Katya Keiko Lena Leila Lidia Livia Lucia Mara Marta Maya Mila Nadia Naomi Nina Noor Oksana Paloma Petra Rania Raquel Rosa Sabine Salma Sanna Selma Signe Sofia Tamsin Tessa Thea Valeria Vera Yara Zora Zuzana'.split(
    ' ',
  )
const SURNAMES =
  'Abara Adeyemi Aguirre Ahlgren Almeida Anders Aramburu Arslan Asante Bakker Balogun Barreto Belmonte Benali Bergman Bianchi Bjornsen Blackwood Bondar Borges Brankov Brennan Cardoso Castell Cavalli Cervantes Cisneros Corrigan Czerny Dahlin Danso Delacroix Demir Dragov Duarte Dvorak Edwall Eklund Engel Eriksen Esposito Falk Farkas Ferreira Fontaine Forsyth Galanis Gallo Garrido Gashi Greaves Guerrero Haddad Halloran Hartmann Hashimoto Havel Herrera Holm Horvat Ibarra Ilves Iversen Jankovic Jansson Jovic Kaczmarek Kadyrov Kallas Karimov Keller Khalil Kimura Kovacs Kowal Kruger Lacroix Larsen Lindqvist Lombard Lukic Macedo Maddox Makarov Malone Marchetti Markovic Matsuda Mbeki McArdle Medina Mendonca Merino Mirzoev Molnar Monteiro Moreau Mwangi Nakata Navarro Ndiaye Nemeth Nordahl Novak Nowicki Obi Okafor Oliveira Olsson Orlov Osei Pacheco Paredes Petrov Pires Popescu Quiroga Radic Ramires Rasmussen Reznik Rivas Romano Rossi Saito Salazar Sandoval Santoro Sato Schaefer Serrano Sharma Silveira Sokolov Soriano Stanek Stoica Sule Szabo Takeda Tavares Thorne Toure Tremblay Tsiklauri Ueda Uzun Vacek Valdez Vargas Vasquez Vidal Virtanen Volkov Wallin Weiss Wolff Yamada Yilmaz Zapata Zielinski'.split(
    ' ',
  )

/** A step through all name pairs in an order that does not look like one: it shares no factor with their number. */
const STEP = 7_919

/** Names of the two fighters of a bout. Nobody fights twice within ten days. */
export function fightersOf(bout: number): readonly [string, string] {
  const firstNames = bout % 4 === 0 ? WOMEN : MEN
  return [fighter(firstNames, 2 * bout), fighter(firstNames, 2 * bout + 1)]
}

function fighter(firstNames: readonly string[], number: number): string {
  const names = firstNames.length * SURNAMES.length
  const pair = (number * STEP) % names
  return `${firstNames[pair % firstNames.length]!} ${SURNAMES[Math.floor(pair / firstNames.length)]!}`
}
