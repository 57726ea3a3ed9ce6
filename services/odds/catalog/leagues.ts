// The provider's leagues that are supported, one a line: key without its group, country (ISO 3166, INT for
// international), 'outright' where only winners of a tournament are offered, 'unscored' where the provider gives no
// scores, and the title.
export const leagueLines: Readonly<Record<string, string>> = {
  americanfootball: `
    cfl CA : CFL
    ncaaf US : NCAAF
    ncaaf_fcs US : NCAAF FCS
    ncaaf_championship_winner US outright : NCAAF Championship Winner
    nfl US : NFL
    nfl_preseason US : NFL Preseason
    nfl_super_bowl_winner US outright : NFL Super Bowl Winner
    ufl US : UFL
  `,
  aussierules: `
    afl AU : AFL
    aflw AU : AFL Women's
  `,
  baseball: `
    mlb US : MLB
    mlb_preseason US : MLB Preseason
    mlb_world_series_winner US outright : MLB World Series Winner
    milb US unscored : Minor League Baseball
    npb JP unscored : NPB
    kbo KR unscored : KBO League
    ncaa US unscored : NCAA Baseball
  `,
  basketball: `
    euroleague INT : Basketball Euroleague
    nba US : NBA
    nba_preseason US : NBA Preseason
    nba_summer_league US : NBA Summer League
    nba_all_stars US : NBA All Star
    nba_championship_winner US outright : NBA Championship Winner
    wnba US : WNBA
    ncaab US : NCAAB
    wncaab US : WNCAAB
    ncaab_championship_winner US outright : NCAAB Championship Winner
    nbl AU : NBL
  `,
  boxing: `
    boxing INT : Boxing
  `,
  cricket: `
    asia_cup INT unscored : Asia Cup
    big_bash AU unscored : Big Bash
    caribbean_premier_league INT unscored : Caribbean Premier League
    icc_trophy INT unscored : ICC Champions Trophy
    icc_world_cup INT unscored : ICC World Cup
    icc_world_cup_womens INT unscored : ICC Women's World Cup
    international_t20 INT unscored : International Twenty20
    ipl IN unscored : IPL
    odi INT unscored : One Day Internationals
    psl PK unscored : Pakistan Super League
    t20_blast GB-ENG unscored : T20 Blast
    t20_world_cup INT unscored : T20 World Cup
    t20_world_cup_womens INT unscored : T20 Women's World Cup
    test_match INT unscored : Test Matches
    the_hundred GB-ENG unscored : The Hundred
    the_hundred_womens GB-ENG unscored : The Hundred - Women's
  `,
  golf: `
    masters_tournament_winner INT outright : Masters Tournament Winner
    pga_championship_winner INT outright : PGA Championship Winner
    the_open_championship_winner INT outright : The Open Winner
    us_open_winner INT outright : US Open Winner
  `,
  icehockey: `
    ahl US unscored : AHL
    liiga FI unscored : Liiga
    mestis FI unscored : Mestis
    nhl US : NHL
    nhl_preseason US : NHL Preseason
    nhl_championship_winner US outright : NHL Championship Winner
    sweden_hockey_league SE : SHL
    sweden_allsvenskan SE : HockeyAllsvenskan
  `,
  mma: `
    mixed_martial_arts INT : MMA
  `,
  rugbyleague: `
    nrl AU : NRL
    nrl_state_of_origin AU : State of Origin
    nrlw AU : NRLW
  `,
  rugbyunion: `
    six_nations INT : Six Nations
  `,
  soccer: `
    africa_cup_of_nations INT : Africa Cup of Nations
    argentina_primera_division AR : Primera División - Argentina
    australia_aleague AU : A-League
    austria_bundesliga AT : Austrian Football Bundesliga
    belgium_first_div BE : Belgium First Div
    brazil_campeonato BR : Brazil Série A
    brazil_serie_b BR : Brazil Série B
    chile_campeonato CL : Primera División - Chile
    china_superleague CN : Super League - China
    concacaf_gold_cup INT : CONCACAF Gold Cup
    concacaf_leagues_cup INT : Leagues Cup
    conmebol_copa_america INT : Copa América
    conmebol_copa_libertadores INT : Copa Libertadores
    conmebol_copa_sudamericana INT : Copa Sudamericana
    denmark_superliga DK : Denmark Superliga
    efl_champ GB-ENG : Championship
    england_efl_cup GB-ENG : EFL Cup
    england_league1 GB-ENG : League 1
    england_league2 GB-ENG : League 2
    epl GB-ENG : EPL
    fa_cup GB-ENG : FA Cup
    fifa_club_world_cup INT : FIFA Club World Cup
    fifa_world_cup INT : FIFA World Cup
    fifa_world_cup_qualifiers_europe INT : FIFA World Cup Qualifiers - Europe
    fifa_world_cup_qualifiers_south_america INT : FIFA World Cup Qualifiers - South America
    fifa_world_cup_winner INT outright : FIFA World Cup Winner
    fifa_world_cup_womens INT : FIFA Women's World Cup
    finland_veikkausliiga FI : Veikkausliiga - Finland
    france_coupe_de_france FR : Coupe de France
    france_ligue_one FR : Ligue 1 - France
    france_ligue_two FR : Ligue 2 - France
    germany_bundesliga DE : Bundesliga - Germany
    germany_bundesliga2 DE : Bundesliga 2 - Germany
    germany_bundesliga_women DE : Frauen-Bundesliga
    germany_dfb_pokal DE : DFB-Pokal
    germany_liga3 DE : 3. Liga - Germany
    greece_super_league GR : Super League - Greece
    italy_coppa_italia IT : Coppa Italia
    italy_serie_a IT : Serie A - Italy
    italy_serie_b IT : Serie B - Italy
    japan_j_league JP : J League
    korea_kleague1 KR : K League 1
    league_of_ireland IE : League of Ireland
    mexico_ligamx MX : Liga MX
    netherlands_eredivisie NL : Dutch Eredivisie
    norway_eliteserien NO : Eliteserien - Norway
    poland_ekstraklasa PL : Ekstraklasa - Poland
    portugal_primeira_liga PT : Primeira Liga - Portugal
    russia_premier_league RU : Premier League - Russia
    saudi_arabia_pro_league SA : Saudi Pro League
    spain_copa_del_rey ES : Copa del Rey
    spain_la_liga ES : La Liga - Spain
    spain_segunda_division ES : La Liga 2 - Spain
    spl GB-SCT : Premiership - Scotland
    sweden_allsvenskan SE : Allsvenskan - Sweden
    sweden_superettan SE : Superettan - Sweden
    switzerland_superleague CH : Swiss Superleague
    turkey_super_league TR : Turkey Super League
    uefa_champs_league INT : UEFA Champions League
    uefa_champs_league_qualification INT : UEFA Champions League Qualification
    uefa_champs_league_women INT : UEFA Champions League Women
    uefa_euro_qualification INT : UEFA Euro Qualification
    uefa_europa_conference_league INT : UEFA Europa Conference League
    uefa_europa_league INT : UEFA Europa League
    uefa_european_championship INT : UEFA Euro
    uefa_nations_league INT : UEFA Nations League
    usa_mls US : MLS
  `,
  tennis: `
    atp_aus_open_singles INT unscored : ATP Australian Open
    atp_barcelona_open INT unscored : ATP Barcelona Open
    atp_canadian_open INT unscored : ATP Canadian Open
    atp_china_open INT unscored : ATP China Open
    atp_cincinnati_open INT unscored : ATP Cincinnati Open
    atp_dubai INT unscored : ATP Dubai
    atp_french_open INT unscored : ATP French Open
    atp_halle_open INT unscored : ATP Halle Open
    atp_hamburg_open INT unscored : ATP Hamburg Open
    atp_indian_wells INT unscored : ATP Indian Wells
    atp_italian_open INT unscored : ATP Italian Open
    atp_madrid_open INT unscored : ATP Madrid Open
    atp_miami_open INT unscored : ATP Miami Open
    atp_monte_carlo_masters INT unscored : ATP Monte-Carlo Masters
    atp_munich INT unscored : ATP Munich
    atp_paris_masters INT unscored : ATP Paris Masters
    atp_qatar_open INT unscored : ATP Qatar Open
    atp_queens_club_champ INT unscored : ATP Queen's Club Championships
    atp_shanghai_masters INT unscored : ATP Shanghai Masters
    atp_us_open INT unscored : ATP US Open
    atp_washington_open INT unscored : ATP Washington Open
    atp_wimbledon INT unscored : ATP Wimbledon
    wta_aus_open_singles INT unscored : WTA Australian Open
    wta_bad_homburg_open INT unscored : WTA Bad Homburg Open
    wta_canadian_open INT unscored : WTA Canadian Open
    wta_charleston_open INT unscored : WTA Charleston Open
    wta_china_open INT unscored : WTA China Open
    wta_cincinnati_open INT unscored : WTA Cincinnati Open
    wta_dubai INT unscored : WTA Dubai Championships
    wta_french_open INT unscored : WTA French Open
    wta_german_open INT unscored : WTA German Open
    wta_indian_wells INT unscored : WTA Indian Wells
    wta_italian_open INT unscored : WTA Italian Open
    wta_madrid_open INT unscored : WTA Madrid Open
    wta_miami_open INT unscored : WTA Miami Open
    wta_monterrey_open INT unscored : WTA Monterrey Open
    wta_qatar_open INT unscored : WTA Qatar Open
    wta_queens_club_champ INT unscored : WTA Queen's Club Championships
    wta_strasbourg INT unscored : WTA Internationaux de Strasbourg
    wta_stuttgart_open INT unscored : WTA Stuttgart Open
    wta_us_open INT unscored : WTA US Open
    wta_washington_open INT unscored : WTA Washington Open
    wta_wimbledon INT unscored : WTA Wimbledon
    wta_wuhan_open INT unscored : WTA Wuhan Open
  `,
}
