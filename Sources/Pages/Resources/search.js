(()=>{const d=document;d.documentElement.className="searches"
const of=i=>d.getElementById(i.querySelector("a").hash.slice(1))
addEventListener("DOMContentLoaded",()=>{const f=d.getElementById("search"),groups=[...d.querySelectorAll(".contents>ul>li")]
const show=()=>{const w=f.value.toLowerCase().split(/\s+/),hits=i=>w.every(x=>i.textContent.toLowerCase().includes(x))
for(const i of d.querySelectorAll(".overview li"))i.hidden=!hits(i)
for(const g of groups){const calls=[...g.querySelectorAll("li")]
for(const i of calls)of(i).hidden=i.hidden=!hits(i)
of(g).hidden=g.hidden=calls.length?calls.every(i=>i.hidden):!hits(g)}}
f.addEventListener("input",show);show()})})()
