// SPDX-License-Identifier: MIT
// Shows what the fragment of the address asks for, #dialect=aix&verdict=fail,
// and makes the list of cases as it comes into view.  Without it all else is
// shown.
(function () {
'use strict';
var NAMES = ['implementation', 'dialect', 'rule', 'verdict', 'text', 'cause'];
var STEP = 60;
var form = document.getElementById('filter');
var section = document.getElementById('cases');
var data = JSON.parse(document.getElementById('data').textContent);
var cards = all('#causes article');
var rows = [], wanted = {}, list, more, shown = 0;

function all(css, root) {
    return Array.from((root || document).querySelectorAll(css));
}

function make(name, text, className) {
    var e = document.createElement(name);
    if (text)
        e.textContent = text;
    if (className)
        e.className = className;
    return e;
}

// What the address asks for; a mere place in the page asks for nothing new.
function take() {
    var hash = location.hash.slice(1), a = new URLSearchParams(hash);
    NAMES.forEach(function (name) {
        if (hash.indexOf('=') >= 0)
            wanted[name] = a.get(name) || '';
    });
}

function isActive() {
    return NAMES.some(function (name) {
        return wanted[name];
    });
}

function isBad(place) {
    return data.verdicts[data.runs[place[0]].v[place[1]]][2] === 'bad';
}

// The cases that are asked for, as [run, index].
function find(a) {
    var found = [], text = a.text.toLowerCase();
    var rule = a.rule ? data.rules.indexOf(a.rule) : -1;
    var cause = Number(a.cause);
    var sets = data.rulesets.map(function (set) {
        return set.indexOf(rule) >= 0;
    });
    // By the words of a card its cases are found too.
    var texts = text ? cards.map(function (card) {
        return card.querySelector('h3').textContent.toLowerCase()
            .indexOf(text) >= 0;
    }) : [];
    data.runs.forEach(function (run, r) {
        var ids = data.ids[run.c], asked = data.asked[run.r];
        var here = text && (run.i + ' as ' + run.d).toLowerCase()
            .indexOf(text) >= 0;
        if ((a.implementation && run.i !== a.implementation) ||
            (a.dialect && run.d !== a.dialect))
            return;
        for (var k = 0; k < run.v.length; k++) {
            var t = run.t[k];
            if (a.verdict && data.verdicts[run.v[k]][1] !== a.verdict)
                continue;
            if (a.rule && !sets[asked[k]])
                continue;
            if (cause && !(t && t.indexOf(cause, 1) > 0))
                continue;
            if (text && !here && ids[k].toLowerCase().indexOf(text) < 0 &&
                !(t && (data.words[t[0]].toLowerCase()
                    .indexOf(text) >= 0 ||
                    t.slice(1).some(function (c) {
                        return texts[c - 1];
                    }))))
                continue;
            found.push([r, k]);
        }
    });
    // What is wrong comes first.
    return found.filter(isBad).concat(found.filter(function (place) {
        return !isBad(place);
    }));
}

function row(place) {
    var run = data.runs[place[0]], k = place[1], t = run.t[k];
    var verdict = data.verdicts[run.v[k]], tr = make('tr');
    var cell = make('td'), head = make('th');
    cell.append(make('b', verdict[0], 'tag ' + verdict[2]));
    head.scope = 'row';
    head.append(make('code', data.ids[run.c][k]));
    tr.append(head, cell);
    cell = make('td');
    cell.append(make('span'));
    cell.firstChild.append(make('bdi', run.i), ' as ' + run.d);
    tr.append(cell);
    cell = make('td', t ? data.words[t[0]].replace(/`/g, '') : '');
    (t || []).slice(1).forEach(function (c) {
        var a = make('a', 'cause ' + c);
        a.href = '#c' + c;
        cell.append(' ', a);
    });
    tr.append(cell);
    ['verdict', 'run', 'what was seen'].forEach(function (name, n) {
        tr.children[n + 1].dataset.label = name;
    });
    return tr;
}

function add() {
    var part = document.createDocumentFragment();
    rows.slice(shown, shown + STEP).forEach(function (place) {
        part.append(row(place));
    });
    list.append(part);
    shown = Math.min(shown + STEP, rows.length);
    more.hidden = shown >= rows.length;
    more.textContent = (rows.length - shown) + ' more';
}

function table() {
    var t = make('table', '', 'cases cards'), head = make('tr');
    var box = make('div', '', 'wide scrolled');
    box.tabIndex = 0;
    box.setAttribute('role', 'region');
    box.setAttribute('aria-label', 'List of cases');
    t.createCaption();
    ['case', 'verdict', 'run', 'what was seen'].forEach(function (name) {
        var th = make('th', name);
        th.scope = 'col';
        head.append(th);
    });
    t.createTHead().append(head);
    list = t.createTBody();
    more = make('button', '', 'more');
    more.type = 'button';
    more.addEventListener('click', add);
    box.append(t, more);
    new IntersectionObserver(function (seen) {
        if (seen[0].isIntersecting && !more.hidden)
            add();
    }, {root: box}).observe(more);
    section.append(box);
}

// The list is made when somebody comes to see it.
function fill() {
    if (!list)
        table();
    list.replaceChildren();
    shown = 0;
    list.parentElement.caption.textContent = isActive() ? rows.length +
        ' cases that are asked for' : 'All ' + rows.length + ' cases';
    add();
}

function total() {
    return data.runs.reduce(function (n, run) {
        return n + run.v.length;
    }, 0);
}

function showCards(active) {
    var hit = {}, count = 0;
    rows.forEach(function (place) {
        (data.runs[place[0]].t[place[1]] || []).slice(1).forEach(
            function (c) {
                hit[c] = true;
            });
    });
    cards.forEach(function (card, k) {
        card.hidden = active && !hit[k + 1];
        count += !card.hidden;
    });
    all('#causes > .more').forEach(function (d) {
        d.hidden = all('article', d).every(function (e) {
            return e.hidden;
        });
        if (active && !d.hidden)
            d.open = true;
    });
    return count;
}

function show() {
    var active = isActive(), count;
    NAMES.forEach(function (name) {
        var e = form.elements[name];
        if (e && document.activeElement !== e)
            e.value = wanted[name];
    });
    rows = find(wanted);
    count = showCards(active);
    all('.group').forEach(function (g) {
        g.hidden = !!wanted.dialect && g.dataset.dialect !== wanted.dialect;
    });
    all('output', form)[0].textContent = active ? rows.length + ' of ' +
        total() + ' cases, ' + count + ' of ' + cards.length + ' causes' +
        (wanted.cause ? ', of cause ' + wanted.cause : '') +
        (rows.length ? '' : ': nothing is so; ask for less') : '';
    if (list)
        fill();
}

function unfold() {
    var hash = location.hash.slice(1);
    var id = hash.indexOf('=') < 0 ? decodeURIComponent(hash) :
        new URLSearchParams(hash).get('at') || 'filter';
    var e = id && document.getElementById(id);
    for (var d = e; d; d = d.parentElement)
        if (d.localName === 'details')
            d.open = true;
    if (e && e.localName === 'article') {
        e.hidden = false;
        all('details', e)[0].open = true;
    }
    if (e)
        e.scrollIntoView();
}

// A link within the page keeps the filter: #dialect=aix&at=c5.
function moved() {
    var id = location.hash.slice(1);
    if (id.indexOf('=') >= 0) {
        take();
        show();
    } else if (isActive()) {
        history.replaceState(null, '', '#' + address() + '&at=' + id);
    }
    unfold();
}

function address() {
    var a = new URLSearchParams();
    NAMES.forEach(function (name) {
        if (wanted[name])
            a.set(name, wanted[name]);
    });
    return a.toString();
}

function ask() {
    NAMES.forEach(function (name) {
        wanted[name] = form.elements[name] ? form.elements[name].value : '';
    });
    history.replaceState(null, '', '#' + (address() || 'verdicts'));
    show();
}

function copy(button) {
    var text = button.previousElementSibling.textContent;
    function said(words) {
        button.textContent = words;
    }
    if (navigator.clipboard)
        navigator.clipboard.writeText(text).then(function () {
            said('Copied');
        }, function () {
            getSelection().selectAllChildren(button.previousElementSibling);
            said('Selected: copy it by the keyboard');
        });
}

form.hidden = false;
form.addEventListener('input', ask);
form.addEventListener('submit', function (e) {
    e.preventDefault();
});
form.addEventListener('reset', function () {
    setTimeout(ask);
});
addEventListener('hashchange', moved);
all('.copy').forEach(function (button) {
    button.hidden = false;
    button.addEventListener('click', function () {
        copy(button);
    });
});
NAMES.forEach(function (name) {
    wanted[name] = '';
});
take();
show();
if (location.hash)
    unfold();
new IntersectionObserver(function (seen, observer) {
    if (seen[0].isIntersecting) {
        observer.disconnect();
        fill();
    }
}).observe(section);
})();
