"""The words of the demo campaign. They are ours; nothing of them comes from any book."""

PITCH = """\
Costa de Lúgar, otoño de 1926. El faro de Punta Cierva lleva **nueve noches apagado** y el farero no \
contesta. Alguien en la capital ha pagado a tres desconocidos para que suban a mirar.

Misterio, salitre y gente que calla. Buscamos quien escriba con calma y responda en un par de días.
"""

OTHERS = [
    (
        "Ceniza y sal",
        "Contrabandistas honrados en una ría sin ley. Aventura ligera, buen humor y barcas que "
        "hacen agua.",
        True,
    ),
    (
        "La última línea",
        "En el metro de una ciudad que se vacía, el turno de noche oye trenes que ya no circulan.",
        False,
    ),
]

# (voice, story, note, audience, rolls); a roll is (trait or notation, modifiers, reason, secret)
DOCK = [
    (
        "narrator",
        "La barca los dejó en el muelle cuando ya no quedaba luz que mereciera ese nombre. Detrás, "
        "el mar hacía lo de siempre; delante, las casas de Punta Cierva tenían las contraventanas "
        "echadas, y arriba, donde todas las noches de los últimos sesenta años había girado un haz "
        "blanco, no había nada.\n\nEl barquero cobró sin mirarlos y empujó la barca otra vez hacia "
        "la negrura con más prisa de la que pedía la marea.",
        "",
        "SCENE",
        [],
    ),
    (
        "nerea",
        "Nerea se quedó quieta al borde de las tablas, con el maletín apretado contra el abrigo. "
        "Contó las casas. Contó las chimeneas. Solo una echaba humo.\n\n—Nos han visto llegar —dijo, "
        "en voz baja—. Y no han salido.",
        "",
        "SCENE",
        [("skill.notice", (), "Ver quién vigila el muelle", False)],
    ),
    (
        "tomas",
        "—Igual es que aquí no salen a recibir a nadie —contestó Tomás, y se echó el petate al "
        "hombro como si pesara menos de lo que pesaba—. En mi pueblo tampoco.\n\nPero había dejado la "
        "mano libre, la derecha, cerca del bolsillo.",
        "Tomás lleva el revólver, pero no lo enseña todavía.",
        "SCENE",
        [],
    ),
    (
        "narrator",
        "Lo que Nerea vio, entre dos contraventanas, fue el brillo de un catalejo que se apartaba. "
        "En el suelo del muelle, medio borradas por el agua, había **huellas de ruedas**: las de un "
        "carro muy cargado que había bajado hasta allí y no había vuelto a subir.",
        "Si alguien quiere seguir las huellas, Supervivencia o Notar.",
        "SCENE",
        [],
    ),
    (
        "tomas",
        "Se agachó junto a las rodadas y metió un dedo en la más honda.\n\n—Esto no son barriles de "
        "pescado. —Olió la yema—. Aceite. Del bueno. Del de las lámparas.",
        "",
        "SCENE",
        [("skill.survival", (("poca luz", -2),), "Seguir las rodadas del carro", False)],
    ),
    (
        "nerea",
        "Mientras él hablaba, ella sacó del maletín la carta de la capital y la rompió en cuatro. "
        "Si alguien los registraba, no quería que leyera el nombre de quien pagaba.",
        "",
        "GM",
        [("skill.thievery", (), "Romper la carta sin que Tomás lo note", False)],
    ),
]

LIGHTHOUSE = [
    (
        "narrator",
        "Ciento doce escalones. La puerta del faro no estaba cerrada, y eso era peor que si lo "
        "hubiera estado.\n\nDentro olía a humedad y a mecha fría. Sobre la mesa del farero había dos "
        "platos puestos, uno de ellos sin tocar, y un reloj de pared parado a las nueve y veinte.",
        "",
        "SCENE",
        [("2d6", (), "Lo que hay arriba", True)],
    ),
    (
        "tomas",
        "—¿Oye? —llamó, hacia el hueco de la escalera. La voz subió dando vueltas y volvió más "
        "delgada—. Nada. O alguien que sabe estarse callado.\n\nSubió primero, pegado a la pared, "
        "probando cada peldaño.",
        "",
        "SCENE",
        [("skill.stealth", (), "Subir sin que cruja la escalera", False)],
    ),
    (
        "farero",
        "—No suban —dijo una voz desde arriba, ronca, muy cansada—. Por lo que más quieran, y si no "
        "quieren a nadie, por ustedes. Si la enciendo, **vuelven**.",
        "",
        "SCENE",
        [],
    ),
    (
        "nerea",
        "Nerea subió tres peldaños más y apoyó la mano en la barandilla, donde pudieran verla desde "
        "arriba. Vacía.\n\n—Soy médico —dijo—. No he venido a encender nada. ¿Cuánto hace que no "
        "duerme?",
        "Quiero calmarlo antes de que haga una tontería.",
        "SCENE",
        [
            ("skill.persuasion", (("le habla de dormir", 1),), "Calmar al farero", False),
            ("attribute.spirit", (), "Que no le tiemble la voz", False),
        ],
    ),
    (
        "narrator",
        "Hubo un silencio largo. Después, el ruido de una botella que se deja en el suelo con mucho "
        "cuidado.\n\n—Nueve noches —dijo el farero.",
        "Os toca. Contadme también qué hacéis con la lámpara.",
        "SCENE",
        [],
    ),
]

CLOSING_WORDS = (
    "Tres personas que no se conocían subieron ciento doce escalones y encontraron a un hombre que "
    "llevaba nueve noches sin dormir. La lámpara sigue apagada."
)

OFF_TOPIC = [
    (
        "person:player",
        "Este fin de semana viajo: contesto el lunes por la noche como muy tarde.",
        "SCENE",
    ),
    ("person:gm", "Sin prisa. Aprovecho para dejar preparada la bodega del faro.", "SCENE"),
]

GM_NOTES = (
    "El aceite lo bajó el alcalde. El farero no está loco: la noche del día 14 contó **cuatro** "
    "barcos donde solo había tres."
)
